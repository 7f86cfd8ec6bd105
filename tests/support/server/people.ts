import { randomUUID } from 'node:crypto'
import { users, sessions } from '../../../server/db/schema.ts'
import { hashSecret, newSecret } from '../../../server/domain/one-time-keys.ts'
import { hashPassword } from '../../../server/domain/passwords.ts'
import type { RequestOptions, TestServer } from './test-app.ts'

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

/** A new person, signed in. */
export async function signUp(
  server: TestServer,
  email = `${randomUUID()}@people.example`,
): Promise<Person> {
  const password = 'four unlike words here'
  const token = newSecret()
  const { db } = server.deps
  const [user] = await db
    .insert(users)
    .values({ email, passwordHash: await hashPassword(password) })
    .returning({ id: users.id })
  if (!user) throw new Error('no user')
  await db.insert(sessions).values({
    userId: user.id,
    tokenHash: hashSecret(token),
    fingerprint: randomUUID(),
    expiresAt: new Date(Date.now() + 86_400_000),
  })
  const send: Person['send'] = (method, path, body, headers = {}) =>
    server.request(method, path, { token, headers, ...(body !== undefined && { body }) })
  return { email, password, token, uuid: user.id, send }
}
