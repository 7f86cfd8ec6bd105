import { connect, holderOf } from '#api/account.ts'
import { readSession, saveSession, userOf } from '#live/session.ts'
import { within } from '#http/time-out.ts'
import type { Connection } from '#contract/session.ts'
import { leftByOthers, type LeftBehind } from '#live/drafts/left-behind.ts'
import { logoutLater, sendLateLogouts } from '#mirror/outbox/late-logout.ts'
import { wipeAll } from '#live/wipe.ts'
import { loginUrl } from './login-url.ts'
import type { SignIn } from './sign-in.ts'

/** Somebody could be signed in, over somebody else. Names are null where the server did not say. */
type Question = {
  arrived: Connection
  next: string | null
  /** Who is signed in now; undefined when nobody is, but something of somebody lies here. */
  now: string | null | undefined
  left: LeftBehind
}

let question: Question | undefined
export const askedAtSignIn = (): Question | undefined => question

const NAME_MS = 3000

/**
 * Turns the one-time token into a session. A refused one changes nothing for who is signed in, and
 * nobody takes over from somebody else without a question.
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
  // The question's own code comes before there is no way back.
  await import('./take-over.tsx')
  return 'asked'
}

/** The answer yes. */
export const takeOver = ({ arrived }: Question): Promise<SignIn> => keep(arrived)

/** The answer no: everything stays as it was, and nobody goes on using the session that was opened. */
export async function stay({ arrived: { token } }: Question): Promise<SignIn> {
  if (token) await logoutLater(token).catch(() => undefined)
  void sendLateLogouts().catch(() => undefined)
  if (readSession()) return 'signed-in'
  location.replace(loginUrl())
  return 'leaving'
}

/**
 * What was left on this device goes first, but for this person's own drafts and waiting changes
 * (R-103, R-604, D-105).
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
