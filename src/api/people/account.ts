import type { Options } from 'ky'
import * as v from 'valibot'
import { TOKEN_HEADER, V1 } from '#contract/app-constants.ts'
import { Connection, CurrentUser, type LateLogout } from '#contract/people/session.ts'
import { toApiError } from '#http/error.ts'
import { parseAnswer, http, quiet } from '#http/client.ts'

const BAD_TOKEN = 400

/** The login host identifies the browser of a sign-in by its cookie, even if it is another host. */
const WITH_COOKIE = { credentials: 'include' } satisfies Options

const ConnectionAnswer = v.object({
  token: v.fallback(Connection.entries.token, null),
  jwt_token: v.fallback(Connection.entries.jwt_token, null),
  fingerprint: v.fallback(Connection.entries.fingerprint, null),
  extended_status: v.fallback(Connection.entries.extended_status, null),
})

/**
 * Exchanges the one-time token of the login host for a session. An invalid token is an answer, not
 * an error: `extended_status` 400, sent with status 200 or 400.
 */
export async function connect(authToken: string): Promise<Connection> {
  try {
    const json = { auth_token: authToken }
    const call = http.post(`${V1}/connect/token`, { json, ...WITH_COOKIE, ...quiet })
    return await parseAnswer(call, ConnectionAnswer, quiet)
  } catch (error) {
    if (toApiError(error).status !== BAD_TOKEN) throw error
    return { token: null, jwt_token: null, fingerprint: null, extended_status: BAD_TOKEN }
  }
}

/**
 * Fields of the signed-in user that the app shows everywhere. Screens read the other fields
 * themselves.
 */
const UserAnswer = v.object({
  uuid: CurrentUser.entries.uuid,
  email: v.fallback(CurrentUser.entries.email, ''),
  name_first: v.fallback(CurrentUser.entries.name_first, ''),
  name_last: v.fallback(CurrentUser.entries.name_last, ''),
  avatar_url: v.fallback(CurrentUser.entries.avatar_url, null),
})
export type SignedInUser = v.InferOutput<typeof UserAnswer>

export const currentUser = (options: Options = {}): Promise<SignedInUser> =>
  parseAnswer(http.get(`${V1}/users/me`, options), UserAnswer, options)

/** Returns the user that a token belongs to, independently of the current session. */
export const holderOf = (token: string): Promise<SignedInUser> =>
  currentUser({ headers: { [TOKEN_HEADER]: token }, ...quiet })

/**
 * Revokes the token on the server. Signing out works without it, so no error is shown if it fails.
 */
export async function logout(): Promise<void> {
  await http.post(`${V1}/logout`, quiet)
}

/**
 * Ends sessions whose user signed out without a connection. Only the hashes of their tokens are
 * known.
 */
export async function endSessions(token_hashes: string[]): Promise<void> {
  await http.post(`${V1}/logout/late`, { json: { token_hashes } satisfies LateLogout, ...quiet })
}
