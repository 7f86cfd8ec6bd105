import { logout } from '#api/account.ts'
import { toApiError } from '#http/error.ts'
import { readSession } from '#live/session.ts'
import { within } from '#http/time-out.ts'
import { goToLogin } from '#app/session/cut-off.ts'
import { leavePush } from '#app/worker/push.ts'
import { LOGOUT_SYNC } from '#contract/messages.ts'
import { askBrowser, waitingAtSignOut } from '#live/outbox/tab-outbox.ts'
import { logoutLater } from '#mirror/outbox/late-logout.ts'
import { wipeAll } from '#live/wipe.ts'
import { confirm } from '#ui/dialog/confirm.tsx'

/** Maximum time to wait for the server. Without an answer, the sign-out is sent later. */
const ANSWER_MS = 3000
const SIGNED_OUT = 401

/** Signs out. Returns false if the user stays because unsent changes would be lost. */
export async function signOut(): Promise<boolean> {
  const waiting = await waitingAtSignOut(ANSWER_MS).catch(() => 0)
  if (waiting > 0 && !(await leaveBehind(waiting))) return false
  const token = readSession()?.token
  const isTold = await within(ANSWER_MS, leave(), false)
  if (token && !isTold) await logoutLater(token).catch(() => undefined)
  await wipeAll().catch(() => undefined)
  if (!isTold) await askBrowser(LOGOUT_SYNC)
  await goToLogin()
  return true
}

const leaveBehind = (changes: number) =>
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
