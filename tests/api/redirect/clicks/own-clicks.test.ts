import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { KIND } from '../../../../server/redirect/clicks/kinds.ts'
import { activityItems, links, ownVisitors } from '../../../../server/platform/db/schema.ts'
import { deleteExpired } from '../../../../server/tidy.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { addLink as madeBy, readLink, search } from '#support/server/links.ts'
import { startWithCreator, withPeople } from '#support/server/creator.ts'
import { signIn, type Person } from '#support/server/people.ts'
import { countsOf, eventsOf, noClicks, PHONE, visit } from '#support/server/links/short-links.ts'
import { createTestServer } from '#support/server/test-app.ts'

const DESK =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
/** Headers of the place where the owner is signed in. ELSEWHERE is a different one. */
const HOME = { 'User-Agent': PHONE, 'X-Forwarded-For': '198.51.100.1' }
const ELSEWHERE = { 'User-Agent': PHONE, 'X-Forwarded-For': '198.51.100.2' }

const SETTINGS = { listen: true, trustedProxies: ['127.0.0.1', '::1'] }
const { server, ana } = await startWithCreator(SETTINGS)
const test = withPeople(server)

/** Opens the app as this person. */
const openApp = (person: Person, there = HOME) =>
  person.send('GET', '/v1/users/me', undefined, there)
await openApp(ana)
const click = (link: ShortLink, headers: Record<string, string>, on = server) =>
  visit(on, `/s/${link.short_code}`, { headers })
async function stored(link: ShortLink) {
  const [row] = await server.deps.db.select().from(links).where(eq(links.id, link.uuid))
  if (!row) throw new Error('no link')
  return row
}
const counts = async (link: ShortLink) => countsOf(server, await stored(link))

describe('own clicks are counted separately', () => {
  test('a creator on a device with the app does not count as a visitor of their links', async () => {
    const link = await madeBy(ana)
    expect(await click(link, HOME)).toMatchObject({ status: 302 })
    await click(link, ELSEWHERE)
    await click(link, { ...HOME, 'User-Agent': DESK })
    expect(await counts(link)).toEqual({ ...noClicks, unique: 2, own: 1 })
    expect(await readLink(ana, link)).toMatchObject({ lifetime_clicks: 2, own_clicks: 1 })
    const { results } = await search(ana)
    const listed = results.find(({ uuid }) => uuid === link.uuid)
    expect(listed).toMatchObject({ lifetime_clicks: 2, own_clicks: 1 })
  })

  test('own clicks are stored without a visitor, and in the sums by hour', async () => {
    const link = await madeBy(ana)
    for (const headers of [HOME, HOME, ELSEWHERE]) await click(link, headers)
    const events = await eventsOf(server, await stored(link))
    const kinds = events.map(({ kind }) => kind).toSorted((a, b) => a - b)
    expect(kinds).toEqual([KIND.unique, KIND.own, KIND.own])
    for (const { kind, visitor } of events) expect(visitor === '').toBe(kind === KIND.own)
    const hours = await server.deps.sql<{ kind: number; clicks: number }[]>`
      select kind, sum(clicks)::int as clicks from click_hours
      where link_id = ${link.uuid} group by 1 order by 1`
    expect(hours.map(({ kind, clicks }) => [kind, clicks])).toEqual([
      [KIND.unique, 1],
      [KIND.own, 2],
    ])
    expect(await counts(link)).toEqual({ ...noClicks, unique: 1, own: 2 })
  })

  test('bots and prefetches of the owner are counted as such', async () => {
    const link = await madeBy(ana)
    await click(link, { ...HOME, 'Sec-Purpose': 'prefetch' })
    expect(await counts(link)).toEqual({ ...noClicks, preview: 1 })
  })

  test('on links of others the creator is a normal visitor', async ({ ben }) => {
    const link = await madeBy(ben)
    await click(link, HOME)
    expect(await counts(link)).toEqual({ ...noClicks, unique: 1 })
  })

  test('a second device counts as own after its first use of the app', async () => {
    const link = await madeBy(ana)
    const desk = { 'User-Agent': DESK, 'X-Forwarded-For': '198.51.100.9' }
    await click(link, desk)
    expect(await counts(link)).toEqual({ ...noClicks, unique: 1 })
    await openApp(await signIn(server, ana), desk)
    await click(link, desk)
    await click(link, HOME)
    expect(await counts(link)).toEqual({ ...noClicks, unique: 1, own: 2 })
  })

  test('own clicks are recognized by every server', async () => {
    const other = await createTestServer({ ...SETTINGS, sharedServer: server })
    const link = await madeBy(ana)
    await click(link, HOME, other)
    await other.deps.clicks.settle()
    expect(await counts(link)).toEqual({ ...noClicks, own: 1 })
    await other.stop()
  })

  test('own clicks cause no first-click notification', async () => {
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

describe('data stored to recognize own clicks', () => {
  test('is a daily name, stored once, without address or browser', async ({ eve }) => {
    await Promise.all(Array.from({ length: 5 }, () => openApp(eve)))
    const kept = await names(eve)
    // One of them is from the sign-up, which was sent without a proxy.
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(kept)).not.toMatch(/198\.51|Mozilla|iPhone/)
    for (const { visitor } of kept) expect(visitor).toMatch(/^[0-9a-f]{16}$/)
  })

  test('is limited per session, however many user agents it sends', async ({ eve }) => {
    for (let n = 0; n < 30; n++) await openApp(eve, { ...HOME, 'User-Agent': `${PHONE} ${n}` })
    expect((await names(eve)).length).toBe(20)
  })

  test('is deleted with the salt of its day', async () => {
    const before = await names(ana)
    expect(before).not.toEqual([])
    await server.deps.db
      .insert(ownVisitors)
      .values({ userId: ana.uuid, visitor: '0123456789abcdef', day: '2020-02-29' })
    await deleteExpired(server.deps.db)
    expect(await names(ana)).toEqual(before)
  })
})
