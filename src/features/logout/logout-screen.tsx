import { useEffect } from 'react'
import { logout } from '#api/account.ts'
import { goToLogin } from '#app/cut-off.ts'
import { leavePush } from '#app/push.ts'
import { Screen } from '#app/screen.tsx'
import { wipeAll } from '#mirror/wipe.ts'

/** The server is told when it can be reached; nobody waits for it to leave. */
const ANSWER_MS = 3000

let leaving: Promise<void> | undefined

async function signOut() {
  const patience = new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
  await Promise.race([tellServer(), patience])
  await wipeAll().catch(() => undefined)
  await goToLogin()
}

/** The device first: with the token gone it could no longer be taken back. */
async function tellServer() {
  await leavePush().catch(() => undefined)
  await logout().catch(() => undefined)
}

/** Opening it signs out: token, cookies and everything kept on this device. */
export function LogoutScreen() {
  useEffect(() => {
    leaving ??= signOut()
  }, [])
  return (
    <Screen title="Signing out">
      <p className="vh" role="status">
        Signing out
      </p>
    </Screen>
  )
}
