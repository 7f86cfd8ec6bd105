import type { Deps } from '../../env.ts'
import { completeSignIn, emailOf, type SignedIn } from '../accounts/accounts.ts'
import { peekKey, useKey } from '../accounts/one-time-keys.ts'
import { requireCode } from './use-code.ts'

/**
 * Completes a sign-in with a code. `key` is from the right password; it works in the browser that
 * entered it. Returns undefined if the key has expired or was used.
 *
 * @throws FieldError for a wrong code; ThrottledError after five of them.
 */
export async function signInWithCode(
  deps: Deps,
  { key, code }: { key: string; code: string },
  browser: string | undefined,
): Promise<(SignedIn & { email: string }) | undefined> {
  const userId = await peekKey(deps.db, 'second-factor', key, browser)
  const email = userId && (await emailOf(deps.db, userId))
  if (!email) return undefined
  await requireCode(deps, userId, code, [{ limit: 'codesByAccount', of: userId }])
  return deps.db.transaction(async (tx) => {
    if (!(await useKey(tx, 'second-factor', key, browser))) return undefined
    return { ...(await completeSignIn(tx, userId, browser)), email }
  })
}
