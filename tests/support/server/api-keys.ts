import type { CreatedApiKey } from '#contract/developers/api-keys.ts'
import { SCOPES } from '#contract/developers/scopes.ts'
import { PASSWORD, type Person } from './people.ts'
import type { Reachable, RequestOptions } from './test-app.ts'

export const KEYS = '/v2/my/api-keys/'

export const newKey = (body: object = {}) => ({
  name: 'Newsletter script',
  scopes: SCOPES,
  password: PASSWORD,
  ...body,
})

/** Creates an API key with all permissions unless `body` names others. */
export async function addKey(person: Person, body: object = {}): Promise<CreatedApiKey> {
  const answer = await person.send('POST', KEYS, newKey(body))
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { result: CreatedApiKey }).result
}

/** Returns a function that sends requests with an API key. */
export const withKey =
  (server: Reachable, key: string) =>
  (method: string, path: string, body?: unknown, headers: RequestOptions['headers'] = {}) =>
    server.request(method, path, {
      headers: { Authorization: `Bearer ${key}`, ...headers },
      ...(body !== undefined && { body }),
    })
