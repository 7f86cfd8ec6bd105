import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createClicks } from '../../../../server/redirect/clicks/clicks.ts'
import { KIND } from '../../../../server/redirect/clicks/kinds.ts'
import { DAY_MS } from '../../../../server/redirect/clicks/utc-day.ts'
import { clickVisitors, linkClicks, users } from '../../../../server/platform/db/schema.ts'
import {
  addLink,
  clickOn,
  countsOf,
  eventsOf,
  noClicks,
  PHONE,
  visit,
  type StoredLink,
} from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true, trustedProxies: ['127.0.0.1', '::1'] })

const open = (link: StoredLink, headers: Record<string, string> = {}, method = 'GET') =>
  visit(server, `/s/${link.shortCode}`, { headers, method })

const newWriter = () => createClicks(server.deps)

describe('what counts as a click (R-150, D-28)', () => {
  test('a person counts once in ten seconds, and another person counts too', async () => {
    const link = await addLink(server)
    await open(link)
    await open(link)
    await open(link, { 'X-Forwarded-For': '198.51.100.20' })
    expect(await countsOf(server, link)).toEqual({ ...noClicks, unique: 2, duplicate: 1 })
  })

  test.each<[string, Record<string, string>, string, Partial<typeof noClicks>]>([
    ['a bot', { 'User-Agent': 'Googlebot/2.1' }, 'GET', { bot: 1 }],
    ['a program without a name', { 'User-Agent': '' }, 'GET', { bot: 1 }],
    ['a link preview', { 'User-Agent': 'WhatsApp/2.23' }, 'GET', { preview: 1 }],
    ['a prefetch', { 'Sec-Purpose': 'prefetch' }, 'GET', { preview: 1 }],
    ['a prefetch of older browsers', { Purpose: 'prefetch' }, 'GET', { preview: 1 }],
    ['a prefetch of older Firefox', { 'X-Moz': 'prefetch' }, 'GET', { preview: 1 }],
    ['a prefetch by X-Purpose', { 'X-Purpose': 'preview' }, 'GET', { preview: 1 }],
    ['a prefetch of Next.js', { 'Next-Router-Prefetch': '1' }, 'GET', { preview: 1 }],
    ['a picture in a page', { 'Sec-Fetch-Dest': 'image' }, 'GET', { preview: 1 }],
    ['a visit', { 'Sec-Fetch-Dest': 'document' }, 'GET', { unique: 1 }],
    ['HEAD', {}, 'HEAD', { preview: 1 }],
  ])('%s is redirected and recorded as what it is', async (_, headers, method, counts) => {
    const link = await addLink(server)
    expect(await open(link, headers, method)).toMatchObject({ status: 302, location: link.url })
    expect(await countsOf(server, link)).toEqual({ ...noClicks, ...counts })
  })

  test('a prefetch does not make the next click a duplicate', async () => {
    const link = await addLink(server)
    await open(link, { 'Sec-Purpose': 'prefetch' })
    await open(link)
    expect(await countsOf(server, link)).toEqual({ ...noClicks, preview: 1, unique: 1 })
  })

  test('the same visitor later that day counts, but is not unique, even for another process', async () => {
    const link = await addLink(server)
    const morning = Math.floor(Date.now() / DAY_MS) * DAY_MS + 1000
    for (const at of [morning, morning + 60_000]) {
      const writer = newWriter()
      writer.record(clickOn(link, { at }))
      await writer.stop()
    }
    expect(await countsOf(server, link)).toEqual({ ...noClicks, unique: 1, human: 1 })
  })

  test('tomorrow the same person is a new visitor', async () => {
    const link = await addLink(server)
    const writer = newWriter()
    writer.record(clickOn(link, { at: Date.parse('2026-03-01T12:00:00Z') }))
    writer.record(clickOn(link, { at: Date.parse('2026-03-02T12:00:00Z') }))
    await writer.stop()
    expect(await countsOf(server, link)).toEqual({ ...noClicks, unique: 2 })
  })
})

describe('stored data of a click (D-28)', () => {
  test('time, referrer host, device and a visitor name of the day; no address', async () => {
    const link = await addLink(server)
    const Referer = 'https://www.instagram.com/p/private?secret=1'
    await open(link, { Referer, 'X-Forwarded-For': '198.51.100.99' })
    const [event, ...more] = await eventsOf(server, link)
    expect(more).toEqual([])
    expect(event).toMatchObject({ referrer: 'instagram.com', device: 'phone', kind: KIND.unique })
    expect(Math.abs(Date.now() - (event?.at.getTime() ?? 0))).toBeLessThan(60_000)
    expect(JSON.stringify(event)).not.toMatch(/198\.51|secret|127\.0\.0\.1/)
  })

  test('visitor names of the days before yesterday are deleted', async () => {
    const row = { visit: 1n, day: '2020-01-01', countedAt: new Date() }
    await server.deps.db.insert(clickVisitors).values(row)
    const writer = newWriter()
    writer.record(clickOn(await addLink(server)))
    await writer.stop()
    const old = () =>
      server.deps.db.select().from(clickVisitors).where(eq(clickVisitors.day, row.day))
    await expect.poll(old).toEqual([])
  })
})

describe('counters and events agree (R-139)', () => {
  test('after any mix of clicks: per link, per kind and per hour', async () => {
    const first = await addLink(server)
    const all = [first]
    while (all.length < 5) all.push(await addLink(server))
    const agents = [PHONE, 'Googlebot/2.1', 'WhatsApp/2.23', '']
    const start = Date.parse('2026-03-01T10:00:00Z')
    const writer = newWriter()
    for (let n = 0; n < 12_000; n++) {
      const click = clickOn(all[(n * 7) % 5] ?? first, {
        at: start + n * 997,
        userAgent: agents[(n * 13) % 4] ?? '',
        remote: `203.0.113.${n % 200}`,
        referrer: ['', 'https://a.example/', 'https://null/'][n % 3] ?? '',
      })
      writer.record(click)
    }
    await writer.stop()
    const { sql } = server.deps
    type Rows = { kind: number; clicks: number }[]
    const byKind = (rows: Rows) =>
      Object.entries(KIND).map(([name, kind]) => {
        const row = rows.find((each) => each.kind === kind)
        return [name, row?.clicks ?? 0]
      })
    for (const link of all) {
      const counts = await countsOf(server, link)
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(2400)
      const events = await sql<Rows>`
        select kind, count(*)::int as clicks from click_events where link_id = ${link.id} group by 1`
      const hours = await sql<Rows>`
        select kind, sum(clicks)::int as clicks from click_hours where link_id = ${link.id} group by 1`
      expect(Object.fromEntries(byKind(events))).toEqual(counts)
      expect(Object.fromEntries(byKind(hours))).toEqual(counts)
    }
  })

  test('counted clicks change the owner’s and the link’s numbers for the next delta', async () => {
    const link = await addLink(server)
    const seqs = async () => {
      const [row] = await server.deps.db
        .select({ link: linkClicks.changeSeq, owner: users.changeSeq })
        .from(users)
        .leftJoin(linkClicks, eq(linkClicks.userId, users.id))
        .where(eq(users.id, link.userId))
      return row ?? { link: 0, owner: 0 }
    }
    const before = await seqs()
    await open(link)
    await server.deps.clicks.settle()
    const after = await seqs()
    expect(after.owner).toBeGreaterThan(before.owner)
    expect(after.link).toBe(after.owner)
  })

  test('a deleted link does not block the clicks of others', async () => {
    const [gone, kept] = [await addLink(server), await addLink(server)]
    const writer = newWriter()
    for (const link of [gone, kept, gone]) writer.record(clickOn(link))
    await server.deps.db.delete(users).where(eq(users.id, gone.userId))
    await writer.stop()
    expect(await countsOf(server, kept)).toEqual({ ...noClicks, unique: 1 })
    expect(await eventsOf(server, gone)).toEqual([])
  })
})
