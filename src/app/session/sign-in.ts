import { readSession } from '#live/session.ts'
import { keepBrandReferral } from './brand-referral.ts'
import { isCutOff } from './cut-off.ts'
import { loginUrl } from './login-url.ts'

/**
 * Result of a sign-in. `leaving`: the login page is opening, so nothing is rendered. `cut-off`:
 * signed out, and the login page cannot be reached. `asked`: another user has data to lose, so the
 * user must decide.
 */
export type SignIn =
  | 'signed-in'
  | 'leaving'
  | 'refused'
  | 'unreachable'
  | 'unavailable'
  | 'cut-off'
  | 'asked'

/**
 * Determines the signed-in user before anything else happens. Removes the one-time token from the
 * address first, so that no request, history entry or report contains it.
 */
export async function startSession(): Promise<SignIn> {
  // A share from another app must survive the sign-in.
  if (location.search.includes('share_')) (await import('../worker/share-target.ts')).takeShare()
  const authToken = takeParameters()
  if (authToken) return signIn(authToken)
  if (readSession()) return 'signed-in'
  if (await isCutOff()) return 'cut-off'
  location.replace(loginUrl())
  return 'leaving'
}

/**
 * Exchanges the token for a session. Can be called again after a network failure; the token is
 * valid for one minute.
 */
export async function signIn(authToken: string): Promise<SignIn> {
  oneTimeToken = authToken
  try {
    const { exchange } = await import('./exchange.ts')
    return await exchange(authToken)
  } catch (error) {
    failure = error
    return isUnavailable(error) ? 'unavailable' : 'unreachable'
  }
}

let failure: unknown
/** Returns the error of the last failed sign-in. */
export const signInFailure = () => failure

/**
 * Checks the shape, not the class: the class is part of the HTTP client, which a start without a
 * sign-in does not load.
 */
const isUnavailable = (error: unknown) =>
  error instanceof Error && 'isUnavailable' in error && error.isUnavailable === true

let oneTimeToken = ''
export const trySignInAgain = () => signIn(oneTimeToken)

function takeParameters(): string | null {
  const url = new URL(location.href)
  const authToken = url.searchParams.get('auth_token')
  const referral = url.searchParams.get('org_ref')
  const isStored = referral !== null && keepBrandReferral(referral)
  // Keep the parameter in the address on the way to the login page, because that leads back here.
  const isRemoved = isStored && (authToken !== null || readSession() !== null)
  if (authToken === null && !isRemoved) return null
  if (isRemoved) url.searchParams.delete('org_ref')
  url.searchParams.delete('auth_token')
  history.replaceState(history.state, '', url)
  return authToken
}
