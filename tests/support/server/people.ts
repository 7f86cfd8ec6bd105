import { randomUUID } from 'node:crypto'
import type { Connection, CurrentUser } from '#contract/people/session.ts'
import { authToken, LOGIN, open, type LoginPage, SIGN_UP } from './hosts/login-pages.ts'
import type { Reachable, RequestOptions } from './hosts/requests.ts'

export type Person = {
  email: string
  password: string
  token: string
  /** Token for pictures on a page, sent as a cookie. */
  jwt: string
  uuid: string
  /** Sends a request with the session's token. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: RequestOptions['headers'],
  ): Promise<Response>
  /** Returns the body of a GET request that succeeds. */
  get: <T = unknown>(path: string) => Promise<T>
}

export const PASSWORD = 'four unlike words here'
export const newEmail = () => `${randomUUID()}@people.example`

/** Creates a person and signs in through the sign-up page. */
export async function signUp(server: Reachable, email = newEmail()): Promise<Person> {
  const page = await open(server, SIGN_UP)
  const done = await page.submit({ email, password: PASSWORD })
  return person(server, email, PASSWORD, done)
}

/** Signs an existing person in on another device. */
export async function signIn(
  server: Reachable,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Person> {
  const done = await (await open(server, LOGIN)).submit({ email, password })
  return person(server, email, password, done)
}

/** Exchanges a one-time token for a session or an error, in the browser with this cookie. */
export async function connect(
  server: Reachable,
  auth_token: unknown,
  cookie = '',
): Promise<Connection> {
  const options = { body: { auth_token }, headers: { cookie } }
  const response = await server.request('POST', '/v1/connect/token', options)
  return (await response.json()) as Connection
}

/** Exchanges the page's token as the app does after the sign-in. */
export const finishSignIn = (server: Reachable, page: LoginPage) =>
  connect(server, authToken(page), page.cookie)

async function person(server: Reachable, email: string, password: string, done: LoginPage) {
  const { token, jwt_token: jwt } = await finishSignIn(server, done)
  if (!token || !jwt) throw new Error('not signed in')
  const session = sessionOn(server, token)
  const { uuid } = await session.get<CurrentUser>('/v1/users/me')
  return { email, password, token, jwt, uuid, ...session }
}

/** Returns functions that send requests to this server with the session's token. */
export function sessionOn(server: Reachable, token: string): Pick<Person, 'send' | 'get'> {
  const send: Person['send'] = (method, path, body, headers = {}) =>
    server.request(method, path, { token, headers, ...(body !== undefined && { body }) })
  async function get<T>(path: string): Promise<T> {
    const response = await send('GET', path)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  return { send, get }
}

/** Sets the public name, as the profile form does. */
export const setName = (person: Person, first_name: string, last_name = 'Example') =>
  person.send('PUT', '/v2/my/profile/public/update_profile/', {
    first_name,
    last_name,
    contact_email: person.email,
  })
