import { readSession } from '#live/session.ts'
import { loginUrl } from '../session/login-url.ts'
import { goTo } from '../worker/reload.ts'

/**
 * The way out of a session that has ended: signs out on this device and asks for the password. What
 * the person had typed is there again when the same person comes back (D-105); nothing else is.
 */
export async function signInAgain(): Promise<void> {
  const keepDraftsOf = readSession()?.uuid ?? null
  // Whatever could not be deleted, nobody is kept from signing in.
  await wipe({ keepDraftsOf }).catch(() => undefined)
  goTo(loginUrl())
}

type WipeOptions = { keepDraftsOf: string | null }

/** The banner that leads here stands above rows, which do not wait for this. */
const wipe = async (kept: WipeOptions) => (await import('#live/wipe.ts')).wipeAll(kept)
