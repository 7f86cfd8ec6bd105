import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClicks } from '../../server/clicks/clicks.ts'
import type { Log } from '../../server/log.ts'
import {
  addLink,
  clickOn,
  countsOf,
  eventsOf,
  noClicks,
  visit,
  type StoredLink,
} from '../support/server/short-links.ts'
import { createTestServer, type TestServer } from '../support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer({ listen: true })
})
afterAll(() => server.stop())

const open = (link: StoredLink) => visit(server, `/s/${link.shortCode}`)

/** Failed writes are logged, which is expected here. */
const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }
/** A writer of its own, as a second process has. */
const newWriter = (changes: Partial<Parameters<typeof createClicks>[0]> = {}) =>
  createClicks({ ...server.deps, log: quiet, ...changes })

/** While `during` runs, nothing can be written. */
async function withBrokenStorage(during: () => Promise<void>) {
  const { sql } = server.deps
  await sql`alter table click_events rename to click_events_away`
  await during().finally(() => sql`alter table click_events_away rename to click_events`)
}

/** Without `settle`, which would write them. */
async function storedClicks(link: StoredLink): Promise<unknown> {
  const { sql } = server.deps
  const [row] = await sql`select count(*)::int as n from click_events where link_id = ${link.id}`
  return row?.['n']
}

async function someoneWaitsForLock(): Promise<boolean> {
  const { sql } = server.deps
  const waiting = await sql`
    select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  return waiting.length > 0
}

describe('nothing is lost while the process lives (R-139)', () => {
  test('a failed write is tried again until it succeeds, and readers do not hang meanwhile', async () => {
    const link = await addLink(server)
    const writer = newWriter()
    await withBrokenStorage(async () => {
      writer.record(clickOn(link))
      await writer.settle()
      writer.record(clickOn(link, { remote: '203.0.113.2' }))
      await writer.settle()
    })
    await writer.stop()
    expect(await countsOf(server, link)).toEqual({ ...noClicks, unique: 2 })
  })

  test('clicks that come during a slow write are written after it, without anyone asking', async () => {
    const [slow, quick] = [await addLink(server), await addLink(server)]
    const writer = newWriter()
    await server.deps.sql.begin(async (lock) => {
      await lock`select id from users where id = ${slow.userId} for update`
      writer.record(clickOn(slow))
      await expect.poll(someoneWaitsForLock).toBe(true)
      writer.record(clickOn(quick))
      // Longer than the interval after which the second click would be written by itself.
      await lock`select pg_sleep(0.5)`
    })
    await expect.poll(() => storedClicks(quick), { timeout: 5000 }).toBe(1)
    await writer.stop()
  })

  test('a write whose answer was lost is not done twice', async () => {
    const link = await addLink(server)
    let losses = 0
    const lossy = new Proxy(server.deps.sql, {
      get(target, name) {
        if (name !== 'begin') return Reflect.get(target, name) as unknown
        return async (work: never) => {
          await target.begin(work)
          if (losses++ === 0) throw new Error('the connection broke after the commit')
        }
      },
    })
    const writer = newWriter({ sql: lossy })
    writer.record(clickOn(link))
    await writer.settle()
    await writer.stop()
    expect(losses).toBe(1)
    expect(await countsOf(server, link)).toEqual({ ...noClicks, unique: 1 })
    expect(await eventsOf(server, link)).toHaveLength(1)
  })

  test('with a full queue redirects wait and are answered afterwards', async () => {
    const link = await addLink(server)
    const { clicks, sql } = server.deps
    await clicks.settle()
    let isAnswered = false
    let waiting: Promise<unknown> | undefined
    let recorded = 0
    await sql.begin(async (lock) => {
      await lock`select id from users where id = ${link.userId} for update`
      while (!clicks.isFull) {
        clicks.record(clickOn(link, { userAgent: 'Googlebot/2.1' }))
        recorded += 1
      }
      waiting = open(link).finally(() => (isAnswered = true))
      // Answered later than it would have been, had it not waited.
      await visit(server, '/s/nobody-has-this')
      expect(isAnswered).toBe(false)
    })
    expect(await waiting).toMatchObject({ status: 302, location: link.url })
    await expect
      .poll(() => countsOf(server, link), { timeout: 20_000 })
      .toEqual({ ...noClicks, unique: 1, bot: recorded })
  })

  test('stopping writes everything that waits', async () => {
    const link = await addLink(server)
    const writer = newWriter()
    for (let n = 0; n < 7000; n++) writer.record(clickOn(link, { userAgent: 'Googlebot/2.1' }))
    await writer.stop()
    expect(await countsOf(server, link)).toEqual({ ...noClicks, bot: 7000 })
  })
})
