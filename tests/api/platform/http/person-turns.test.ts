import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { connect } from '../../../../server/platform/db/client.ts'
import { LINKS } from '#support/server/links.ts'
import { type Person, signUp } from '#support/server/people.ts'
import { startTestServer, toInit } from '#support/server/test-app.ts'

let ana: Person
let ben: Person
const server = await startTestServer()
beforeEach(async () => {
  ana = await signUp(server)
  ben = await signUp(server)
})

const release: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const letGo of release.splice(0)) await letGo()
})

/** Blocks all writes of this person until released, like a slow statement. */
async function hold({ uuid }: Person): Promise<() => Promise<void>> {
  const { sql } = connect(server.database.address, { max: 1 })
  await sql`begin`
  await sql`select id from users where id = ${uuid} for update`
  const letGo = async () => {
    await sql`rollback`
    await sql.end()
  }
  release.push(letGo)
  return async () => {
    release.splice(release.indexOf(letGo), 1)
    await letGo()
  }
}

const heldUp = () => server.deps.sql`select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** Waits until a write has reached the locked row. */
async function untilHeldUp() {
  await expect.poll(async () => (await heldUp()).length).toBeGreaterThan(0)
}

const newLink = () => ({ url: `https://shop.example/${randomUUID()}` })
const create = (person: Person, headers = {}) => person.send('POST', LINKS, newLink(), headers)
const keyed = () => ({ 'Idempotency-Key': randomUUID() })
const linksOf = async (person: Person) => {
  const found = await person.send('POST', `${LINKS}search/`, {})
  return ((await found.json()) as { results: ShortLink[] }).results
}

test('a hundred bulk writes of one user do not block others', async () => {
  const link = ((await (await create(ana)).json()) as { result: ShortLink }).result
  const letGo = await hold(ana)
  let answered = 0
  const writes = Array.from({ length: 100 }, async (_, i) => {
    const tags = { uuids: [link.uuid], tags: [`tag ${i % 5}`] }
    const { status } = await ana.send('PATCH', LINKS, tags, i % 2 ? keyed() : {})
    answered += 1
    return status
  })
  expect((await create(ben)).status).toBe(201)
  expect((await create(ben, keyed())).status).toBe(201)
  // A user with many waiting writes can still read.
  expect(await linksOf(ana)).toHaveLength(1)
  expect(answered).toBe(0)
  await letGo()
  expect(new Set(await Promise.all(writes))).toEqual(new Set([200]))
})

/** Creates a link with a request that its client may abort. */
const createUnless = (given: AbortSignal) =>
  server.app.request(LINKS, {
    ...toInit('POST', { token: ana.token, body: newLink() }),
    signal: given,
  })

test('a full queue is answered with Retry-After', async () => {
  const letGo = await hold(ana)
  const given = new AbortController()
  const refused: Response[] = []
  const first = create(ana)
  await untilHeldUp()
  const others = Array.from({ length: 210 }, async () => {
    const answer = await createUnless(given.signal)
    if (answer.status === 429) refused.push(answer)
    return answer.status
  })
  await expect.poll(() => refused.length, { timeout: 20_000 }).toBe(10)
  expect(refused[0]?.headers.get('retry-after')).toBe('5')
  given.abort()
  expect((await Promise.all(others)).filter((status) => status === 400)).toHaveLength(200)
  await letGo()
  expect((await first).status).toBe(201)
  expect((await create(ana)).status).toBe(201)
  expect(await linksOf(ana)).toHaveLength(2)
})

test('a cancelled request in the queue is skipped', async () => {
  const letGo = await hold(ana)
  const given = new AbortController()
  const first = create(ana)
  await untilHeldUp()
  const second = createUnless(given.signal)
  const third = create(ana, keyed())
  await expect.poll(async () => (await create(ben)).status).toBe(201)
  given.abort()
  await letGo()
  expect((await second).status).toBe(400)
  expect([(await first).status, (await third).status]).toEqual([201, 201])
  expect(await linksOf(ana)).toHaveLength(2)
})
