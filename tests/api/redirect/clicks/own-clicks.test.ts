import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KIND } from '../../../../server/redirect/clicks/kinds.ts'
import {
  activityItems,
  clickHours,
  links,
  ownVisitors,
} from '../../../../server/platform/db/schema.ts'
import { deleteExpired } from '../../../../server/tidy.ts'
import type { ShortLink } from '#contract/links.ts'
import { addLink as madeBy, readLink, search } from '#support/server/links.ts'
import { signIn, signUp, type Person } from '#support/server/people.ts'
import { countsOf, eventsOf, noClicks, PHONE, visit } from '#support/server/links/short-links.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

const DESK =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
/** Headers of the place where the owner is signed in. ELSEWHERE is a different one. */
const HOME = { 'User-Agent': PHONE, 'X-Forwarded-For': '198.51.100.1' }
const ELSEWHERE = { 'User-Agent': PHONE, 'X-Forwarded-For': '198.51.100.2' }

let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await createTestServer({ listen: true, trustedProxies: ['127.0.0.1', '::1'] })
  ana = await signUp(server)
  await use(ana)
})
afterAll(() => server.stop())

/** Opens the app as this person. */
const use = (person: Person, there = HOME) => person.send('GET', '/v1/users/me', undefined, there)
const click = (link: ShortLink, headers: Record<string, string>, on = server) =>
  visit(on, `/s/${link.short_code}`, { headers })
async function stored(link: ShortLink) {
  const [row] = await server.deps.db.select().from(links).where(eq(links.id, link.uuid))
  if (!row) throw new Error('no link')
  return row
}
const counts = async (link: ShortLink) => countsOf(server, await stored(link))

describe('own clicks stand apart', () => {
  test('a person on a device where they use the app today is no visitor of their links', async () => {
    const link = await madeBy(ana)
    expect(await click(link, HOME)).toMatchObject({ status: 302 })
    await click(link, ELSEWHERE)
    await click(link, { ...HOME, 'User-Agent': DESK })
    expect(await counts(link)).toEqual({ ...noClicks, unique: 2, own: 1 })
    expect(await readLink(ana, link)).toMatchObject({ lifetime_clicks: 2, own_clicks: 1 })
    const { results } = await search(ana)
    expect(results.find(({ uuid }) => uuid === link.uuid)).toMatchObject({
      lifetime_clicks: 2,
      own_clicks: 1,
    })
  })

  test('every one of them is kept as an event that names no visitor, and in the sums by hour', async () => {
    const link = await madeBy(ana)
    for (const headers of [HOME, HOME, ELSEWHERE]) await click(link, headers)
    const events = await eventsOf(server, await stored(link))
    expect(events.map(({ kind }) => kind).toSorted((a, b) => a - b)).toEqual([
      KIND.unique,
      KIND.own,
      KIND.own,
    ])
    for (const { kind, visitor } of events) expect(visitor === '').toBe(kind === KIND.own)
    const hours = await server.deps.db
      .select({ kind: clickHours.kind, clicks: sql<number>`sum(clicks)::int` })
      .from(clickHours)
      .where(eq(clickHours.linkId, link.uuid))
      .groupBy(clickHours.kind)
      .orderBy(clickHours.kind)
    expect(hours).toEqual([
      { kind: KIND.unique, clicks: 1 },
      { kind: KIND.own, clicks: 2 },
    ])
    expect(await counts(link)).toEqual({ ...noClicks, unique: 1, own: 2 })
  })

  test('a bot or a look ahead from there stays what it is', async () => {
    const link = await madeBy(ana)
    await click(link, { ...HOME, 'Sec-Purpose': 'prefetch' })
    expect(await counts(link)).toEqual({ ...noClicks, preview: 1 })
  })

  test('for somebody else’s link they are a visitor like anybody', async () => {
    const ben = await signUp(server)
    const link = await madeBy(ben)
    await click(link, HOME)
    expect(await counts(link)).toEqual({ ...noClicks, unique: 1 })
  })

  test('a second device is theirs, too, from its first use of the app on', async () => {
    const link = await madeBy(ana)
    const desk = { 'User-Agent': DESK, 'X-Forwarded-For': '198.51.100.9' }
    await click(link, desk)
    expect(await counts(link)).toEqual({ ...noClicks, unique: 1 })
    await use(await signIn(server, ana), desk)
    await click(link, desk)
    await click(link, HOME)
    expect(await counts(link)).toEqual({ ...noClicks, unique: 1, own: 2 })
  })

  test('whichever server they use, and whichever counts', async () => {
    const other = await createTestServer({
      listen: true,
      sharedServer: server,
      trustedProxies: ['127.0.0.1', '::1'],
    })
    const link = await madeBy(ana)
    await click(link, HOME, other)
    await other.deps.clicks.settle()
    expect(await counts(link)).toEqual({ ...noClicks, own: 1 })
    await other.stop()
  })

  test('they bring no first click, and the link’s number stays where it is', async () => {
    const [tried, clicked] = [await madeBy(ana), await madeBy(ana)]
    await click(tried, HOME)
    expect(await readLink(ana, tried)).toMatchObject({ lifetime_clicks: 0, own_clicks: 1 })
    await click(clicked, ELSEWHERE)
    await server.deps.clicks.settle()
    const about = async () =>
      (await server.deps.db.select().from(activityItems)).map(({ linkId }) => linkId)
    await expect.poll(about, { timeout: 15_000 }).toContain(clicked.uuid)
    expect(await about()).not.toContain(tried.uuid)
  })
})

const names = (person: Person) =>
  server.deps.db.select().from(ownVisitors).where(eq(ownVisitors.userId, person.uuid))

describe('what is kept to tell them apart', () => {
  test('is a name of the day, once however often somebody asks; no address, no browser', async () => {
    const eve = await signUp(server)
    await Promise.all(Array.from({ length: 5 }, () => use(eve)))
    const kept = await names(eve)
    // One of them is from the sign-up, which was sent without a proxy.
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(kept)).not.toMatch(/198\.51|Mozilla|iPhone/)
    for (const { visitor } of kept) expect(visitor).toMatch(/^[0-9a-f]{16}$/)
  })

  test('is not more than a day’s travels of one session, however many names somebody makes up', async () => {
    const eve = await signUp(server)
    for (let n = 0; n < 30; n++) await use(eve, { ...HOME, 'User-Agent': `${PHONE} ${n}` })
    expect((await names(eve)).length).toBe(20)
  })

  test('goes with the salt of its day', async () => {
    const before = await names(ana)
    expect(before).not.toEqual([])
    await server.deps.db
      .insert(ownVisitors)
      .values({ userId: ana.uuid, visitor: '0123456789abcdef', day: '2020-02-29' })
    await deleteExpired(server.deps.db)
    expect(await names(ana)).toEqual(before)
  })
})
