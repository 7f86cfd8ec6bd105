import { readOwnSession } from '#live/session.ts'
import { loginUrl } from '../session/login-url.ts'
import { goTo } from '../worker/reload.ts'

/**
 * Signs out on this device after the session has expired and opens the login page. Drafts are kept
 * for the same user.
 */
export async function signInAgain(): Promise<void> {
  const keepDraftsOf = readOwnSession()?.uuid ?? null
  // A failed deletion must not prevent the sign-in.
  await wipe({ keepDraftsOf }).catch(() => undefined)
  goTo(loginUrl())
}

type WipeOptions = { keepDraftsOf: string | null }

/** Loaded on demand, because the banner with this action must not delay the rows. */
const wipe = async (kept: WipeOptions) => (await import('#live/wipe.ts')).wipeAll(kept)
