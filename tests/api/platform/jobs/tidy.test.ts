import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  idempotencyKeys,
  oneTimeKeys,
  sessions,
  throttle,
} from '../../../../server/platform/db/schema.ts'
import { deleteExpired } from '../../../../server/tidy.ts'
import { LOGIN, open } from '#support/server/hosts/login-pages.ts'
import { LINKS } from '#support/server/links.ts'
import { newEmail, signIn, signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

const count = async () => {
  const { db } = server.deps
  const tables = [sessions, oneTimeKeys, throttle, idempotencyKeys]
  return Promise.all(tables.map((table) => db.$count(table)))
}

test('expired rows are deleted, valid ones stay', async () => {
  const { db } = server.deps
  const ana = await signUp(server)
  const old = await signIn(server, ana)
  await old.send('POST', '/v1/logout')
  await ana.send('POST', LINKS, { url: 'https://shop.example/' }, { 'Idempotency-Key': 'a' })
  await (await open(server, LOGIN)).submit({ email: newEmail(), password: 'wrong' })
  const before = await count()
  await deleteExpired(db)
  expect(await count()).toEqual(before)

  const longAgo = sql`now() - interval '8 days'`
  await db.update(oneTimeKeys).set({ expiresAt: longAgo })
  await db.update(throttle).set({ resetAt: longAgo })
  await db.update(idempotencyKeys).set({ createdAt: longAgo })
  await db
    .update(sessions)
    .set({ revokedAt: longAgo })
    .where(sql`revoked_at is not null`)
  await deleteExpired(db)
  expect(await count()).toEqual([1, 0, 0, 0])
  expect((await ana.send('GET', '/v1/users/me')).status).toBe(200)

  await db.update(sessions).set({ expiresAt: longAgo }).where(eq(sessions.userId, ana.uuid))
  await deleteExpired(db)
  expect(await count()).toEqual([0, 0, 0, 0])
})
