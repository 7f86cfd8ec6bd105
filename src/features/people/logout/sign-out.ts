import { logout } from '#api/people/account.ts'
import { toApiError } from '#http/error.ts'
import { readSession } from '#live/session.ts'
import { withTimeout } from '#http/time-out.ts'
import { goToLogin } from '#app/session/cut-off.ts'
import { leavePush } from '#app/worker/push.ts'
import { LOGOUT_SYNC } from '#contract/messages.ts'
import { requestSync, countWaitingAtSignOut } from '#live/outbox/tab-outbox.ts'
import { countOthers } from '#live/outbox/other-outboxes.ts'
import { queueLogout } from '#mirror/outbox/late-logout.ts'
import { wipeAll } from '#live/wipe.ts'
import { confirm } from '#ui/dialog/confirm.tsx'

/** Maximum time to wait for the server. Without an answer, the sign-out is sent later. */
const MAX_WAIT_MS = 3000
const SIGNED_OUT = 401

/** Signs out. Returns false if the user stays because unsent changes would be lost. */
export async function signOut(): Promise<boolean> {
  const waiting =
    (await countWaitingAtSignOut(MAX_WAIT_MS).catch(() => 0)) + (await countOthers().catch(() => 0))
  if (waiting > 0 && !(await confirmLosingChanges(waiting))) return false
  const token = readSession()?.token
  const isSignedOutOnServer = await withTimeout(MAX_WAIT_MS, leave(), false)
  if (token && !isSignedOutOnServer) await queueLogout(token).catch(() => undefined)
  await wipeAll().catch(() => undefined)
  if (!isSignedOutOnServer) await requestSync(LOGOUT_SYNC)
  await goToLogin()
  return true
}

const confirmLosingChanges = (changes: number) =>
  confirm(
    changes === 1
      ? '1 change has not reached the server yet. Signing out deletes it from this device.'
      : `${changes} changes have not reached the server yet. Signing out deletes them from this device.`,
    { title: 'Changes would be lost', ok: 'Sign out', cancel: 'Stay', danger: true },
  )

/** Ends the push subscription first, because this needs the token. */
async function leave(): Promise<boolean> {
  await leavePush().catch(() => undefined)
  try {
    await logout()
    return true
  } catch (error) {
    return toApiError(error).status === SIGNED_OUT
  }
}
