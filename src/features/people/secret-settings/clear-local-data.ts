import { goToLogin } from '#app/session/cut-off.ts'
import { leavePush } from '#app/worker/push.ts'
import { wipeAll } from '#live/wipe.ts'
import { confirm } from '#ui/dialog/confirm.tsx'

/** Deletes all local data after a confirmation. The user must sign in again. */
export async function clearLocalData() {
  const yes = await confirm(
    'Remove everything saved on this device? You will have to sign in again. Nothing is removed from the server.',
    { ok: 'Remove', cancel: 'Keep', danger: true },
  )
  if (!yes) return
  await leavePush().catch(() => undefined)
  await wipeAll()
  await goToLogin()
}
