import { connect, holderOf } from '#api/people/account.ts'
import { readOwnSession, readSession, saveSession, userOf } from '#live/session.ts'
import { withTimeout } from '#http/time-out.ts'
import type { Connection } from '#contract/people/session.ts'
import { unsentDataOfOthers, type UnsentData } from '#live/drafts/unsent-data.ts'
import { queueLogout, sendLateLogouts } from '#mirror/outbox/late-logout.ts'
import { wipeAll } from '#live/wipe.ts'
import { loginUrl } from './login-url.ts'
import type { SignIn } from './sign-in.ts'

/**
 * Question before a sign-in that would replace another user. Names are null if the server did not
 * return them.
 */
type TakeOverQuestion = {
  connection: Connection
  newUser: string | null
  /**
   * Name of the signed-in user. Undefined if nobody is signed in and another user's data is left on
   * this device.
   */
  currentUser: string | null | undefined
  unsentData: UnsentData
}

let question: TakeOverQuestion | undefined
export const takeOverQuestion = (): TakeOverQuestion | undefined => question

const MAX_NAME_MS = 3000

/**
 * Exchanges the one-time token for a session. If it is refused, the current session stays. If
 * another user is signed in or has data here, a question comes first.
 */
export async function exchange(authToken: string): Promise<SignIn> {
  const connection = await connect(authToken)
  const { token, extended_status: status } = connection
  if (!token || status) return 'refused'
  const unsentData = await unsentDataOfOthers(userIdOf(connection))
  const before = readOwnSession()
  const isOtherUser =
    before !== null && (before.uuid === null || before.uuid !== userIdOf(connection))
  if (!isOtherUser && unsentData.changes === 0 && !unsentData.hasDrafts)
    return saveNewSession(connection)
  const [newUser, currentUser] = await Promise.all([
    nameOf(token),
    isOtherUser ? nameOf(before.token) : undefined,
  ])
  question = {
    connection,
    newUser,
    currentUser,
    unsentData,
  }
  // Load the question's code before anything is changed.
  await import('./take-over.tsx')
  return 'asked'
}

/** Signs in the new user. */
export const takeOver = ({ connection }: TakeOverQuestion): Promise<SignIn> =>
  saveNewSession(connection)

/** Keeps everything as it was and ends the session that was opened. */
export async function keepCurrentUser({
  connection: { token },
}: TakeOverQuestion): Promise<SignIn> {
  if (token) await queueLogout(token).catch(() => undefined)
  void sendLateLogouts().catch(() => undefined)
  if (readSession()) return 'signed-in'
  location.replace(loginUrl())
  return 'leaving'
}

/**
 * Saves the session after deleting other users' data from this device. This user's drafts and
 * waiting changes are kept.
 */
async function saveNewSession(connection: Connection): Promise<SignIn> {
  await wipeAll({ keepDraftsOf: userIdOf(connection) })
  return (await saveSession(connection)) ? 'signed-in' : 'refused'
}

const userIdOf = ({ jwt_token: jwt }: Connection) => jwt && userOf(jwt)

const nameOf = (token: string) =>
  withTimeout(
    MAX_NAME_MS,
    holderOf(token).then(({ email }) => email || null),
    null,
  )
