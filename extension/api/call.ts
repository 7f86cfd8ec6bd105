import { IDEMPOTENCY_HEADER } from '#contract/app-constants.ts'
import { accessToken, endAccess, renewedToken } from '../account/access.ts'
import { serverHost, serverOrigin } from '../server-address.ts'
import { problemOf, signedOut, unreachable } from './problem.ts'

/** Time after which a request counts as failed. */
const TIMEOUT_MS = 20_000

/**
 * Calls the server as the signed-in user and returns the body of the answer. An expired token is
 * renewed once.
 *
 * @throws Problem with a text for the user.
 */
export async function call(method: string, path: string, body?: object): Promise<unknown> {
  const token = await accessToken()
  if (token === undefined) throw signedOut()
  const request = prepare(method, path, body)
  let answer = await request(token)
  if (answer.status === 401) {
    const renewed = await renewedToken(token).catch(fail)
    if (renewed !== undefined) answer = await request(renewed)
  }
  if (answer.status === 401) await endAccess()
  const json: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw problemOf(answer.status, json)
  return json
}

/** Returns a function that sends the request with a token. Both tries have the same key. */
function prepare(method: string, path: string, body: object | undefined) {
  const key = crypto.randomUUID()
  return async (token: string): Promise<Response> => {
    try {
      return await fetch(serverOrigin() + path, {
        method,
        credentials: 'omit',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body && { 'Content-Type': 'application/json', [IDEMPOTENCY_HEADER]: key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
    } catch {
      return fail()
    }
  }
}

function fail(): never {
  throw unreachable(serverHost())
}
