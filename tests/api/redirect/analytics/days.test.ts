import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { KIND } from '../../../../server/redirect/clicks/kinds.ts'
import { closeUntil } from '../../../../server/redirect/click-log/close-clicks.ts'
import { rebuildDays } from '../../../../server/redirect/analytics/rebuild-days.ts'
import { addLink as addStoredLink, BOT, clickOn, PHONE } from '#support/server/links/short-links.ts'
import { countryFolder } from '#support/server/links/country-file.ts'
import { analytics, order } from '#support/server/money/analytics.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import type { GroupBy } from '#contract/analytics.ts'

// Countries of half of the visitors below, and of some others.
const { file: geoipDb } = countryFolder({
  '203.0.113.0/28': { country: { iso_code: 'DE' } },
  '203.0.113.16/29': { country: { iso_code: 'FR' } },
})

const server = await startTestServer({ geoipDb })

const MINUTE = 60_000
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const pick = <Item>(items: readonly Item[]): Item => items.at(randomInt(items.length)) as Item

/** Rebuilds the days without the queue, which has its own test. */
const move = (person: Person, timeZone?: string) =>
  rebuildDays(server.deps, { userId: person.uuid, ...(timeZone !== undefined && { timeZone }) })

/** Creates links with tags and clicks of all kinds around these times, and returns the raw log. */
async function clickedAround(person: Person, moments: string[], clicks = 250) {
  const withTags = (tags: string[]) => addStoredLink(server, { userId: person.uuid, tags })
  const link = await withTags(['lamp'])
  const links = [link, await withTags(['lamp', 'summer']), await withTags([])]
  for (let click = 0; click < clicks; click++) {
    const made = clickOn(pick(links), {
      at: Date.parse(pick(moments)) + randomInt(-40 * 60, 40 * 60) * MINUTE,
      remote: `203.0.113.${randomInt(1, 30)}`,
      userAgent: pick([PHONE, DESKTOP, BOT, 'WhatsApp/2.23']),
      referrer: pick(['', 'https://news.example/a', 'https://www.blog.example/']),
      facets: pick(['', 'story||', 'null||', 'bio|else|', '|k3x9|']),
    })
    server.deps.clicks.record(made)
  }
  await server.deps.clicks.settle()
  return link
}

type LogRow = { at: string; kind: number; tags: string[] } & Record<
  'link_id' | 'referrer' | 'device' | 'country' | 'facets',
  string
>

async function logOf(person: Person) {
  return server.deps.sql<LogRow[]>`
    select at, kind, link_id, referrer, device, country, facets, tags
    from click_events join links on links.id = link_id where user_id = ${person.uuid}`
}

/** Returns the local date by JavaScript's time zone data, independently of the database. */
const dayIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  return (at: string) => format.format(new Date(at))
}

/** Sums the log by one dimension, in the format of the API. */
function addedUp(log: LogRow[], group: GroupBy, timeZone: string) {
  const day = dayIn(timeZone)
  const keysOf: Record<GroupBy, (row: LogRow) => string[]> = {
    day: ({ at }) => [day(at)],
    link: ({ link_id }) => [link_id],
    tag: ({ tags }) => (tags.length > 0 ? tags : ['']),
    referrer: ({ referrer }) => [referrer],
    device: ({ device }) => [device],
    country: ({ country }) => [country],
    source: ({ facets }) => [facets.split('|')[0] ?? ''],
    rule: ({ facets }) => [facets.split('|')[1] ?? ''],
    app: ({ facets }) => [facets.split('|')[2] ?? ''],
  }
  const sums: Record<string, { clicks: number; people: number }> = {}
  for (const row of log) {
    if (row.kind !== KIND.human && row.kind !== KIND.unique) continue
    for (const key of keysOf[group](row)) {
      const sum = (sums[key] ??= { clicks: 0, people: 0 })
      sum.clicks += 1
      if (row.kind === KIND.unique) sum.people += 1
    }
  }
  return sums
}

const ALL = { date_from: '2026-01-01', date_to: '2026-12-31' }
const GROUPS = ['day', 'link', 'tag', 'referrer', 'device', 'country', 'source', 'app'] as const

async function expectEqual(person: Person, timeZone: string, known?: LogRow[]) {
  const log = known ?? (await logOf(person))
  expect(new Set(log.map(({ country }) => country))).toEqual(new Set(['', 'DE', 'FR']))
  for (const group_by of GROUPS) {
    const { results, totals } = await analytics(person, { ...ALL, group_by })
    const shown = results.map(({ key, clicks, people }) => [key, { clicks, people }])
    const sums = addedUp(log, group_by, timeZone)
    expect(Object.fromEntries(shown), `${timeZone} by ${group_by}`).toEqual(sums)
    const of = (kind: number) => log.filter((row) => row.kind === kind).length
    expect(totals).toMatchObject({
      clicks: of(KIND.human) + of(KIND.unique),
      people: of(KIND.unique),
      apart: { bots: of(KIND.bot), previews: of(KIND.preview), duplicates: of(KIND.duplicate) },
    })
  }
  return log
}

test.each([
  // Both changes to and from daylight saving time, and time zones with half hours.
  ['Europe/Berlin', ['2026-03-29T00:30:00Z', '2026-10-25T00:30:00Z']],
  ['America/New_York', ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z']],
  ['Asia/Kolkata', ['2026-05-12T18:30:00Z']],
  ['Australia/Lord_Howe', ['2026-04-04T15:00:00Z', '2026-10-03T15:30:00Z']],
])('days in %s equal the raw log, in every group (R-385)', async (timeZone, moments) => {
  const ana = await signUp(server)
  await move(ana, timeZone)
  const link = await clickedAround(ana, moments)
  const log = await expectEqual(ana, timeZone)
  const own = log.filter((row) => row.link_id === link.id)
  for (const group_by of [...GROUPS, 'rule'] as const) {
    const { results } = await analytics(ana, { ...ALL, link_uuid: link.id, group_by })
    const sums = Object.entries(addedUp(own, group_by, timeZone))
    const clicks = Object.fromEntries(sums.map(([key, sum]) => [key, sum.clicks]))
    expect(Object.fromEntries(results.map((row) => [row.key, row.clicks]))).toEqual(clicks)
  }
})

test('another time zone moves all days and orders, and a second run changes nothing', async () => {
  const ana = await signUp(server)
  const link = await clickedAround(ana, ['2026-05-12T18:30:00Z'])
  const from = { linkId: link.id, referrer: 'news.example', device: 'phone', facets: 'bio|else|' }
  await order(server, ana, { ...from, at: new Date('2026-05-12T23:30:00Z') })
  await expectEqual(ana, 'UTC')
  for (const timeZone of ['Asia/Kolkata', 'Pacific/Auckland', 'Pacific/Auckland']) {
    await move(ana, timeZone)
    await expectEqual(ana, timeZone)
    const { results, period } = await analytics(ana, ALL)
    expect(period.time_zone).toBe(timeZone)
    expect(results.filter(({ conversions }) => conversions > 0)).toMatchObject([
      { key: '2026-05-13', conversions: 1, revenue: 100, commissions: 10 },
    ])
    const bySource = await analytics(ana, { ...ALL, group_by: 'source' })
    expect(bySource.results.filter(({ conversions }) => conversions !== 0)).toMatchObject([
      { key: 'bio', conversions: 1, revenue: 100, commissions: 10 },
    ])
  }
})

test.each([
  ['Europe/Berlin', ['2026-03-29T00:30:00Z', '2026-10-25T00:30:00Z']],
  ['Asia/Kolkata', ['2026-05-12T18:30:00Z']],
  ['Australia/Lord_Howe', ['2026-04-04T15:00:00Z', '2026-10-03T15:30:00Z']],
])('days in %s are the same after the clicks were closed (R-385)', async (timeZone, moments) => {
  const ana = await signUp(server)
  await clickedAround(ana, moments)
  const log = await expectEqual(ana, 'UTC')
  await closeUntil(server.deps.sql, Date.now(), new AbortController().signal)
  expect(await logOf(ana)).toEqual([])
  await expectEqual(ana, 'UTC', log)
  for (const zone of [timeZone, 'UTC']) {
    await move(ana, zone)
    await expectEqual(ana, zone, log)
  }
})

test('missing days are filled from the counted clicks', async () => {
  const ana = await signUp(server)
  await clickedAround(ana, ['2026-05-12T18:30:00Z'])
  await server.deps.sql`delete from user_days where user_id = ${ana.uuid}`
  await server.deps.sql`delete from link_days where user_id = ${ana.uuid}`
  await server.deps.sql`delete from link_facet_days where user_id = ${ana.uuid}`
  expect((await analytics(ana, ALL)).results).toEqual([])
  await move(ana)
  await expectEqual(ana, 'UTC')
})

test('after clicks are deleted, the hours still give the days', async () => {
  const ana = await signUp(server)
  await clickedAround(ana, ['2026-05-12T18:30:00Z'])
  const bySource = { ...ALL, group_by: 'source' } as const
  const before = await analytics(ana, bySource)
  await server.deps.sql`delete from click_events`
  await server.deps.sql`delete from closed_clicks`
  await move(ana, 'Asia/Kolkata')
  const after = await analytics(ana, bySource)
  expect(after.totals).toEqual(before.totals)
  expect(after.results).toEqual(before.results)
})
