import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { closeClicks } from '../../../../server/redirect/click-log/close-clicks.ts'
import { clickId } from '../../../../server/redirect/clicks/click-id.ts'
import { dayOf } from '../../../../server/redirect/clicks/utc-day.ts'
import { timeOfUuid } from '../../../../server/platform/uuid-time.ts'
import { deleteOldClicks } from '../../../../server/redirect/analytics/drop-clicks.ts'
import { closeAll, closedClicks, openClicks } from '#support/server/links/all-clicks.ts'
import {
  addBrand,
  addLink,
  BOT,
  clickOn,
  countsOf,
  PHONE,
} from '#support/server/links/short-links.ts'
import { leaveAccount, purge } from '#support/server/leaving.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ clickLogDays: 400 })
const { sql } = server.deps

const DAY_MS = 24 * 60 * 60 * 1000
const pick = <Item>(items: readonly Item[]): Item => items.at(randomInt(items.length)) as Item
const close = () => closeClicks(server.deps, {}, new AbortController().signal)

/** Records clicks on a link of a brand and on another one, and returns the ids of both. */
async function addClicks(clicks: number, at: () => number) {
  const brandId = await addBrand(server, 'click')
  const links = [await addLink(server, { brandId }), await addLink(server)]
  for (let n = 0; n < clicks; n += 1) {
    const link = pick(links)
    server.deps.clicks.record(
      clickOn(link, {
        link: { linkId: link.id, userId: link.userId, brandId: link.brandId },
        at: at(),
        remote: `203.0.113.${randomInt(1, 30)}`,
        userAgent: pick([PHONE, BOT]),
        referrer: pick(['', 'https://news.example/a']),
        facets: pick(['', 'story||', 'null||', '|k3x9|']),
      }),
    )
  }
  await server.deps.clicks.settle()
  return { ids: links.map(({ id }) => id), links }
}

const sorted = (clicks: object[]) => clicks.map((click) => JSON.stringify(click)).toSorted()
const day = (id: string) => dayOf(timeOfUuid(id))

/** Sets the time since which servers of this version run. */
const addJobAgo = (ago: string) => sql`
  insert into graphile_worker._private_known_crontabs (identifier, known_since)
  values ('close-clicks', now() - ${ago}::interval)
  on conflict (identifier) do update set known_since = excluded.known_since`

const daysAgo = (days: number) => Date.now() - days * DAY_MS

test('each click of a closed day keeps its values, and its id if a shop may report it', async () => {
  const { ids, links } = await addClicks(500, () => daysAgo(20) - randomInt(3 * DAY_MS))
  const before = await openClicks(server, ids)
  const counts = await Promise.all(links.map((link) => countsOf(server, link)))
  expect(before).toHaveLength(500)
  await close()
  expect(await openClicks(server, ids)).toEqual([])
  const expected = before.map((click) => (click.brand_id === null ? { ...click, id: null } : click))
  expect(sorted(await closedClicks(server, ids))).toEqual(sorted(expected))
  expect(await Promise.all(links.map((link) => countsOf(server, link)))).toEqual(counts)
  // A row has clicks of one day only, so that a click is found by its id and days can be deleted.
  const rows = await sql<{ first: string; last: string }[]>`
    select first_id as first, last_id as last from closed_clicks`
  expect(rows.map(({ first }) => day(first))).toEqual(rows.map(({ last }) => day(last)))
})

test('clicks of the last eight days stay rows, with their visitors', async () => {
  const { ids } = await addClicks(20, () => daysAgo(randomInt(8)))
  const before = await openClicks(server, ids)
  await close()
  expect(await openClicks(server, ids)).toEqual(before)
  expect(await closedClicks(server, ids)).toEqual([])
})

test('a late click of a closed day is closed at the next run', async () => {
  const { ids, links } = await addClicks(20, () => daysAgo(20))
  await close()
  for (const link of links) server.deps.clicks.record(clickOn(link, { at: daysAgo(20) }))
  await server.deps.clicks.settle()
  await close()
  await close()
  expect(await openClicks(server, ids)).toEqual([])
  expect(await closedClicks(server, ids)).toHaveLength(22)
})

test('two servers close each click once', async () => {
  const { ids } = await addClicks(200, () => daysAgo(20) - randomInt(20 * DAY_MS))
  const runs = await Promise.allSettled([close(), close(), close()])
  // A server that comes second fails, and its job is repeated.
  expect(runs.some(({ status }) => status === 'fulfilled')).toBe(true)
  await close()
  expect(await openClicks(server, ids)).toEqual([])
  expect(await closedClicks(server, ids)).toHaveLength(200)
})

test('an interrupted run leaves each click in one place', async () => {
  const { ids } = await addClicks(50, () => daysAgo(20))
  const before = await openClicks(server, ids)
  await sql`
    create function refuse_delete() returns trigger language plpgsql
    as 'begin raise exception ''killed''; end'`
  await sql`
    create trigger refuse_delete before delete on click_events execute function refuse_delete()`
  await expect(close()).rejects.toThrow('killed')
  expect(await openClicks(server, ids)).toEqual(before)
  expect(await closedClicks(server, ids)).toEqual([])
  await sql`drop function refuse_delete cascade`
  await close()
  expect(await closedClicks(server, ids)).toHaveLength(50)
})

test('nothing is closed within a day after the update, while older servers may run', async () => {
  const { ids } = await addClicks(10, () => daysAgo(20))
  await addJobAgo('23 hours')
  await close()
  expect(await openClicks(server, ids)).toHaveLength(10)
  await addJobAgo('25 hours')
  await close()
  expect(await openClicks(server, ids)).toEqual([])
})

test('rows of closed days are deleted when all their clicks are too old', async () => {
  const { ids } = await addClicks(10, () => daysAgo(402))
  const { ids: recent } = await addClicks(10, () => daysAgo(399))
  await closeAll(server)
  await deleteOldClicks(server.deps, {}, new AbortController().signal)
  expect(await closedClicks(server, ids)).toEqual([])
  expect(await closedClicks(server, recent)).toHaveLength(10)
})

test('clicks of deleted accounts are removed from closed days, and those of others stay', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const brandId = await addBrand(server, 'click')
  const hers = await addLink(server, { userId: ana.uuid })
  const his = await addLink(server, { userId: ben.uuid, brandId })
  const theirs = [hers.id, his.id]
  for (let n = 0; n < 40; n += 1) {
    const link = pick([hers, his])
    const of = { linkId: link.id, userId: link.userId, brandId: link.brandId }
    const at = daysAgo(30) + n
    server.deps.clicks.record(clickOn(link, { link: of, at, id: clickId(at) }))
  }
  // A day with clicks of the deleted account only.
  server.deps.clicks.record(clickOn(hers, { at: daysAgo(300) }))
  await server.deps.clicks.settle()
  await closeAll(server)
  const before = await closedClicks(server, theirs)
  expect(before).toHaveLength(41)
  await leaveAccount(server, ana)
  await purge(server)
  const after = await closedClicks(server, theirs)
  expect(after).toEqual(before.filter(({ link_id }) => link_id === his.id))
  const rows = await sql`select 1 from closed_clicks where ${hers.id}::uuid = any(links)`
  expect(rows).toEqual([])
})
