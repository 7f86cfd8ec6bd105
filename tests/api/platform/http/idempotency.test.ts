import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { describe, expect, test, vi } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { connect } from '../../../../server/platform/db/client.ts'
import { idempotencyKeys, links, users } from '../../../../server/platform/db/schema.ts'
import type { UserEnv } from '../../../../server/env.ts'
import { FieldError } from '../../../../server/platform/http/errors.ts'
import { onError } from '../../../../server/platform/http/on-error.ts'
import { idempotent } from '../../../../server/platform/http/idempotency.ts'
import { signedIn } from '../../../../server/people/accounts/signed-in.ts'
import { deleteExpired } from '../../../../server/tidy.ts'
import { REGULAR } from '#support/server/links/collections.ts'
import { LINKS } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'
import { statusAndBody } from '#support/server/asking.ts'

const server = await startTestServer()
const ana = newCreatorPerTest(server)

const lamp = { url: 'https://shop.example/lamp' }
const keyed = (key: string) => ({ 'Idempotency-Key': key })
const countLinks = (person = ana) => server.deps.db.$count(links, eq(links.userId, person.uuid))
const create = (key: string, body: object = lamp, person = ana) =>
  person.send('POST', LINKS, body, keyed(key))

describe('a write with a key (api.md section 0)', () => {
  test.each([
    ['an effect', 201, lamp, 1],
    ['a refusal', 400, { url: 'javascript:alert(1)' }, 0],
  ])('that has %s gets the same response again', async (_, status, body, count) => {
    const key = randomUUID()
    const [first, again] = [await create(key, body), await create(key, body)]
    expect([first.status, again.status]).toEqual([status, status])
    expect(await again.text()).toBe(await first.text())
    expect(again.headers.get('content-type')).toMatch(/^application\/json/)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await countLinks()).toBe(count)
  })

  test('takes effect once when sent ten times at once', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(key)))
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(bodies).size).toBe(1)
    expect(await countLinks()).toBe(1)
  })

  test('does not block others: thirty keys at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(randomUUID())))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await countLinks()).toBe(30)
  })

  test('is refused with another body and has no effect', async () => {
    const key = randomUUID()
    await create(key)
    const other = await create(key, { url: 'https://shop.example/chair' })
    expect(other.status).toBe(409)
    expect(Object.keys((await other.json()) as object)).toEqual(['errors'])
    expect(await countLinks()).toBe(1)
  })

  test('is refused at another path', async () => {
    const key = randomUUID()
    await create(key, {})
    expect((await ana.send('POST', '/v1/users/me/settings', {}, keyed(key))).status).toBe(409)
  })

  test('is the same with and without the final slash', async () => {
    const key = randomUUID()
    await create(key)
    expect((await ana.send('POST', LINKS.slice(0, -1), lamp, keyed(key))).status).toBe(201)
    expect(await countLinks()).toBe(1)
  })

  test('belongs to its user: others can use the same key', async () => {
    const bo = await signUp(server)
    const key = randomUUID()
    const [mine, theirs] = [await create(key), await create(key, lamp, bo)]
    expect([mine.status, theirs.status]).toEqual([201, 201])
    expect(await mine.text()).not.toBe(await theirs.text())
    expect([await countLinks(), await countLinks(bo)]).toEqual([1, 1])
  })

  test('stores its response for seven days; then the key can be used again', async () => {
    const key = randomUUID()
    const rename = (name: string) => ana.send('POST', '/v1/users/me/settings', { name }, keyed(key))
    const first = await rename('first')
    await age(key, 6)
    expect((await rename('other')).status).toBe(409)
    await age(key, 8)
    expect((await rename('other')).status).toBe(first.status)
  })

  test('is repeated without a body if the response had none', async () => {
    const key = randomUUID()
    const app = small(async (c) => c.body(null, 204))
    const [first, again] = [await app(key), await app(key)]
    expect([first.status, again.status]).toEqual([204, 204])
    expect(await again.text()).toBe('')
  })

  test.each(['', ' ', 'x'.repeat(201), 'a b', 'ü'])('with the key %j is refused', async (key) => {
    expect((await create(encodeURIComponent(key) === key ? key : 'a b')).status).toBe(400)
    expect(await countLinks()).toBe(0)
  })

  test('is not needed for read requests', async () => {
    const key = randomUUID()
    await create(key)
    expect((await ana.send('GET', '/v1/users/me', undefined, keyed(key))).status).toBe(200)
  })
})

describe('a create repeated after its response was deleted (D-75)', () => {
  test('creates no second link and returns the current state of the first', async () => {
    const key = randomUUID()
    const { result: made } = (await (await create(key)).json()) as Result
    await ana.send('PATCH', `${LINKS}${made.uuid}/`, { name: 'Renamed since' })
    await forgotten(key)
    const late = await create(key)
    expect(await statusAndBody(late)).toMatchObject([
      201,
      { result: { uuid: made.uuid, short_code: made.short_code, name: 'Renamed since' } },
    ])
    expect(await countLinks()).toBe(1)
  })

  test('creates no second clone', async () => {
    const { result: link } = (await (await create(randomUUID())).json()) as Result
    const key = randomUUID()
    const clone = async () => {
      const answer = await ana.send('POST', `${LINKS}${link.uuid}/clone/`, {}, keyed(key))
      return ((await answer.json()) as Result).result.uuid
    }
    const first = await clone()
    await forgotten(key)
    expect(await clone()).toBe(first)
    expect(first).not.toBe(link.uuid)
    expect(await countLinks()).toBe(2)
  })

  test('creates no second collection and does not restore a deleted one', async () => {
    const key = randomUUID()
    const make = () => ana.send('POST', REGULAR, { name: 'Lamps' }, keyed(key))
    const { uuid } = (await (await make()).json()) as { uuid: string }
    await forgotten(key)
    const late = await make()
    expect([late.status, ((await late.json()) as { uuid: string }).uuid]).toEqual([201, uuid])
    await ana.send('DELETE', `${REGULAR}${uuid}/`)
    await forgotten(key)
    expect((await make()).status).toBe(404)
    expect((await ana.get<{ count: number }>(REGULAR)).count).toBe(0)
  })

  test('creates a separate link for another user', async () => {
    const bo = await signUp(server)
    const key = randomUUID()
    await create(key)
    await forgotten(key)
    await create(key, lamp, bo)
    expect([await countLinks(), await countLinks(bo)]).toEqual([1, 1])
  })
})

type Result = { result: ShortLink }

async function forgotten(key: string) {
  await age(key, 8)
  await deleteExpired(server.deps.db)
  expect(await server.deps.db.$count(idempotencyKeys, eq(idempotencyKeys.key, key))).toBe(0)
}

const age = (key: string, days: number) =>
  server.deps.sql`
    update idempotency_keys set created_at = now() - make_interval(days => ${days})
    where key = ${key}`

describe('a write that fails halfway', () => {
  test('leaves nothing and can be repeated', async () => {
    const key = randomUUID()
    let calls = 0
    const app = small(async (c) => {
      calls += 1
      await rename(c, `call ${calls}`)
      if (calls === 1) throw new Error('out of order')
      return c.json({ calls })
    })
    expect([(await app(key)).status, await nameOf(ana)]).toEqual([500, ''])
    expect([(await app(key)).status, await nameOf(ana)]).toEqual([200, 'call 2'])
    await app(key)
    expect(calls).toBe(2)
  })

  test('does not block others when its process dies', async () => {
    const key = randomUUID()
    const dying = connect(server.database.address, { max: 1 }).sql
    const [backend] = await dying`select pg_backend_pid() as pid`
    await dying`begin`
    await dying`insert into idempotency_keys (user_id, key, request_hash) values (${ana.uuid}, ${key}, '')`
    const waiting = create(key)
    await vi.waitFor(async () => expect(await blocked()).toHaveLength(1), { timeout: 10_000 })
    await server.deps.sql`select pg_terminate_backend(${backend?.['pid']})`
    expect((await waiting).status).toBe(201)
    expect(await countLinks()).toBe(1)
    await dying.end()
  })

  test('rolls back before a refusal', async () => {
    const app = small(async (c) => {
      await rename(c, 'half done')
      throw new FieldError('name', 'No.')
    })
    expect((await app(randomUUID())).status).toBe(400)
    expect(await nameOf(ana)).toBe('')
  })

  test.each([429, 503, 401] as const)('is not stored when it ended with %s', async (status) => {
    const key = randomUUID()
    let calls = 0
    const app = small(async (c) => {
      calls += 1
      if (calls === 1) throw new HTTPException(status)
      return c.json({ calls })
    })
    expect((await app(key)).status).toBe(status)
    expect(await (await app(key)).json()).toEqual({ calls: 2 })
  })
})

type Handler = (c: SmallContext) => Promise<Response>
type SmallContext = Parameters<typeof idempotent>[0]

/** Creates a server with one route, for behavior that no real route has. */
function small(handler: Handler) {
  const app = new Hono<UserEnv>()
  const log = { ...server.deps.log, error: () => {} }
  app.use(async (c, next) => {
    c.set('deps', { ...server.deps, log })
    return next()
  })
  app.post('/x', signedIn, idempotent, handler)
  app.onError((error, c) => onError(error, c as never))
  return (key: string) =>
    app.request('/x', { method: 'POST', headers: { 'X-API-TOKEN': ana.token, ...keyed(key) } })
}

const blocked = () =>
  server.deps
    .sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

const rename = (c: SmallContext, nameFirst: string) =>
  c.var.deps.db.update(users).set({ nameFirst }).where(eq(users.id, c.var.user.id))

const nameOf = async (person: Person) =>
  (await person.get<{ name_first: string }>('/v1/users/me')).name_first
