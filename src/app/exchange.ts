import { connect } from '#api/account.ts'
import { saveSession, userOf } from '#api/session.ts'
import { wipeAll } from '#mirror/wipe.ts'
import type { SignIn } from './sign-in.ts'

/**
 * Turns the one-time token into a session. What was left on this device goes first, but
 * for this person's own drafts (R-103, R-604, D-105); a refused token changes nothing for who is signed in.
 */
export async function exchange(authToken: string): Promise<SignIn> {
  const connection = await connect(authToken)
  if (!connection.token || connection.extended_status) return 'refused'
  const { jwt_token: jwt } = connection
  await wipeAll({ keepDraftsOf: jwt && userOf(jwt) })
  return (await saveSession(connection)) ? 'signed-in' : 'refused'
}
