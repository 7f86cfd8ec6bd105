import { readSession } from '#api/session.ts'
import { wipeAll } from '#mirror/wipe.ts'
import { loginUrl } from '../login-url.ts'
import { goTo } from '../reload.ts'

/**
 * The way out of a session that has ended: signs out on this device and asks for the password. What
 * the person had typed is there again when the same person comes back (D-105); nothing else is.
 */
export async function signInAgain(): Promise<void> {
  const keepDraftsOf = readSession()?.uuid ?? null
  // Whatever could not be deleted, nobody is kept from signing in.
  await wipeAll({ keepDraftsOf }).catch(() => undefined)
  goTo(loginUrl())
}
