import { readSession } from '#live/session.ts'
import { keepBrandReferral } from './brand-referral.ts'
import { isCutOff } from './cut-off.ts'
import { loginUrl } from './login-url.ts'

/**
 * `leaving`: the page is on its way to the login page, nothing of the app may be drawn. `cut-off`:
 * nobody is signed in, and the login page cannot be reached. `asked`: whoever was here before has
 * something to lose, so a person decides.
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
 * Settles who is signed in before anything else happens. The one-time token leaves the address bar
 * first, so that no request, history entry or report ever carries it.
 */
export async function startSession(): Promise<SignIn> {
  // A share from another app, which must survive the sign-in.
  if (location.search.includes('share_')) (await import('../worker/share-target.ts')).takeShare()
  const authToken = takeParameters()
  if (authToken) return signIn(authToken)
  if (readSession()) return 'signed-in'
  if (await isCutOff()) return 'cut-off'
  location.replace(loginUrl())
  return 'leaving'
}

/** Also the way to try again after the network failed; the token lives for a minute. */
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
/** Why the last try to sign in came to nothing. */
export const signInFailure = () => failure

/** Told by its shape: the class comes with the client, which a start without a sign-in never loads. */
const isUnavailable = (error: unknown) =>
  error instanceof Error && 'isUnavailable' in error && error.isUnavailable === true

let oneTimeToken = ''
export const trySignInAgain = () => signIn(oneTimeToken)

function takeParameters(): string | null {
  const url = new URL(location.href)
  const authToken = url.searchParams.get('auth_token')
  const referral = url.searchParams.get('org_ref')
  const isKept = referral !== null && keepBrandReferral(referral)
  // On the way to the login page it stays, for that leads back here.
  const isTaken = isKept && (authToken !== null || readSession() !== null)
  if (authToken === null && !isTaken) return null
  if (isTaken) url.searchParams.delete('org_ref')
  url.searchParams.delete('auth_token')
  history.replaceState(history.state, '', url)
  return authToken
}
