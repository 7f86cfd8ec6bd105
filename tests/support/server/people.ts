import { randomUUID } from 'node:crypto'
import type { Connection, CurrentUser } from '../../../src/contract/session.ts'
import { authToken, LOGIN, open, SIGN_UP } from './login-pages.ts'
import type { RequestOptions, Reachable } from './test-app.ts'

export type Person = {
  email: string
  password: string
  token: string
  uuid: string
  /** A signed-in request. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: RequestOptions['headers'],
  ): Promise<Response>
}

export const PASSWORD = 'four unlike words here'
export const newEmail = () => `${randomUUID()}@people.example`

/** A new person, signed in through the same pages as everyone. */
export async function signUp(server: Reachable, email = newEmail()): Promise<Person> {
  const page = await open(server, SIGN_UP)
  const done = await page.submit({ email, password: PASSWORD })
  return person(server, email, PASSWORD, authToken(done))
}

/** Somebody with an account, on one more device. */
export async function signIn(
  server: Reachable,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Person> {
  const done = await (await open(server, LOGIN)).submit({ email, password })
  return person(server, email, password, authToken(done))
}

/** Trades a one-time token for a session, or for a refusal. */
export async function connect(server: Reachable, auth_token: unknown): Promise<Connection> {
  const response = await server.request('POST', '/v1/connect/token', { body: { auth_token } })
  return (await response.json()) as Connection
}

async function person(server: Reachable, email: string, password: string, oneTime: string) {
  const { token } = await connect(server, oneTime)
  if (!token) throw new Error('not signed in')
  const send: Person['send'] = (method, path, body, headers = {}) =>
    server.request(method, path, { token, headers, ...(body !== undefined && { body }) })
  const user = (await (await send('GET', '/v1/users/me')).json()) as CurrentUser
  return { email, password, token, uuid: user.uuid, send }
}
