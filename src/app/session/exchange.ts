import { connect, holderOf } from '#api/account.ts'
import { readSession, saveSession, userOf } from '#live/session.ts'
import { within } from '#http/time-out.ts'
import type { Connection } from '#contract/session.ts'
import { leftByOthers, type LeftBehind } from '#live/drafts/left-behind.ts'
import { logoutLater, sendLateLogouts } from '#mirror/outbox/late-logout.ts'
import { wipeAll } from '#live/wipe.ts'
import { loginUrl } from './login-url.ts'
import type { SignIn } from './sign-in.ts'

/**
 * Question before a sign-in that would replace another user. Names are null if the server did not
 * return them.
 */
type Question = {
  arrived: Connection
  next: string | null
  /**
   * Name of the signed-in user. Undefined if nobody is signed in and another user's data is left on
   * this device.
   */
  now: string | null | undefined
  left: LeftBehind
}

let question: Question | undefined
export const askedAtSignIn = (): Question | undefined => question

const NAME_MS = 3000

/**
 * Exchanges the one-time token for a session. If it is refused, the current session stays. If
 * another user is signed in or has data here, a question comes first.
 */
export async function exchange(authToken: string): Promise<SignIn> {
  const arrived = await connect(authToken)
  const { token, extended_status: status } = arrived
  if (!token || status) return 'refused'
  const left = await leftByOthers(personOf(arrived))
  const before = readSession()
  const isOther = before !== null && (before.uuid === null || before.uuid !== personOf(arrived))
  if (!isOther && left.changes === 0 && !left.typed) return keep(arrived)
  const [next, now] = await Promise.all([nameOf(token), isOther ? nameOf(before.token) : undefined])
  question = { arrived, next, now, left }
  // Load the question's code before anything is changed.
  await import('./take-over.tsx')
  return 'asked'
}

/** Signs in the new user. */
export const takeOver = ({ arrived }: Question): Promise<SignIn> => keep(arrived)

/** Keeps everything as it was and ends the session that was opened. */
export async function stay({ arrived: { token } }: Question): Promise<SignIn> {
  if (token) await logoutLater(token).catch(() => undefined)
  void sendLateLogouts().catch(() => undefined)
  if (readSession()) return 'signed-in'
  location.replace(loginUrl())
  return 'leaving'
}

/**
 * Saves the session after deleting other users' data from this device. This user's drafts and
 * waiting changes are kept.
 */
async function keep(arrived: Connection): Promise<SignIn> {
  await wipeAll({ keepDraftsOf: personOf(arrived) })
  return (await saveSession(arrived)) ? 'signed-in' : 'refused'
}

const personOf = ({ jwt_token: jwt }: Connection) => jwt && userOf(jwt)

const nameOf = (token: string) =>
  within(
    NAME_MS,
    holderOf(token).then(({ email }) => email || null),
    null,
  )
