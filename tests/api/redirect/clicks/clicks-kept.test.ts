import { describe, expect, test } from 'vitest'
import { createClicks } from '../../../../server/redirect/clicks/clicks.ts'
import type { Log } from '../../../../server/platform/log/log.ts'
import {
  addLink,
  BOT,
  clickOn,
  countsOf,
  eventsOf,
  fillQueue,
  noClicks,
  visit,
  type StoredLink,
} from '#support/server/links/short-links.ts'
import { startTestServer, type TestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })

const open = (link: StoredLink) => visit(server, `/s/${link.shortCode}`)

/** Log that ignores the expected failed writes. */
const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }
/** Creates a separate writer, like that of a second process. */
const newWriter = (changes: Partial<Parameters<typeof createClicks>[0]> = {}) =>
  createClicks({ ...server.deps, log: quiet, ...changes })

/** Makes all writes of clicks fail while `during` runs. */
async function withBrokenTable(during: () => Promise<void>) {
  const { sql } = server.deps
  await sql`alter table click_events rename to click_events_away`
  await during().finally(() => sql`alter table click_events_away rename to click_events`)
}

/**
 * Returns the number of stored clicks. Does not call `settle`, which would write the waiting ones.
 */
async function storedClicks(link: StoredLink): Promise<unknown> {
  const { sql } = server.deps
  const [row] = await sql`select count(*)::int as n from click_events where link_id = ${link.id}`
  return row?.['n']
}

/** Returns the number of stored batches of clicks that are not counted yet. */
async function storedBatches(): Promise<unknown> {
  const [row] = await server.deps.sql`select count(*)::int as n from click_batches`
  return row?.['n']
}

type Work = Parameters<TestServer['deps']['sql']['begin']>[0]

/** Returns the database with its transactions replaced. Clicks are counted in transactions. */
const withTransactions = (begin: (work: Work) => Promise<unknown>) =>
  new Proxy(server.deps.sql, {
    get: (target, name) => (name === 'begin' ? begin : (Reflect.get(target, name) as unknown)),
  })

async function someoneWaitsForLock(): Promise<boolean> {
  const { sql } = server.deps
  const waiting = await sql`
    select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  return waiting.length > 0
}

describe('nothing is lost while the process runs (R-139)', () => {
  test('a failed write is retried until it succeeds, without blocking readers', async () => {
    const link = await addLink(server)
    const writer = newWriter()
    await withBrokenTable(async () => {
      writer.record(clickOn(link))
      await writer.settle()
      writer.record(clickOn(link, { remote: '203.0.113.2' }))
      await writer.settle()
    })
    await writer.stop()
    expect(await countsOf(server, link)).toEqual({ ...noClicks, unique: 2 })
  })

  test('clicks during a slow write are written after it', async () => {
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

  test('a write whose answer was lost is not repeated', async () => {
    const link = await addLink(server)
    let losses = 0
    const sql = withTransactions(async (work) => {
      const done = await server.deps.sql.begin(work)
      if (losses > 0) return done
      losses += 1
      throw new Error('the connection broke after the commit')
    })
    const writer = newWriter({ sql })
    writer.record(clickOn(link))
    await writer.settle()
    await writer.stop()
    expect(losses).toBe(1)
    expect(await countsOf(server, link)).toEqual({ ...noClicks, unique: 1 })
    expect(await eventsOf(server, link)).toHaveLength(1)
  })

  test('clicks saved by a killed server are counted once by the next one', async () => {
    const link = await addLink(server)
    let isDead = true
    const sql = withTransactions(async (work) => {
      if (isDead) throw new Error('killed before it was counted')
      return server.deps.sql.begin(work)
    })
    const killed = newWriter({ sql })
    const referrer = 'http://a.example/'
    for (let n = 0; n < 300; n++)
      killed.record(clickOn(link, { remote: `203.0.113.${n % 250}`, referrer }))
    await expect.poll(storedBatches).toBe(1)
    const next = newWriter()
    await next.settle()
    await next.stop()
    expect(await storedBatches()).toBe(0)
    const counts = { ...noClicks, unique: 250, duplicate: 50 }
    expect(await countsOf(server, link)).toEqual(counts)
    isDead = false
    await killed.stop()
    expect(await countsOf(server, link)).toEqual(counts)
    const events = await eventsOf(server, link)
    expect(events).toHaveLength(300)
    expect(events[0]).toMatchObject({ referrer: 'a.example', device: 'phone' })
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
      recorded = fillQueue(server, link)
      waiting = open(link).finally(() => (isAnswered = true))
      // Without the wait, the first redirect would be answered before this one.
      await visit(server, '/s/nobody-has-this')
      expect(isAnswered).toBe(false)
    })
    expect(await waiting).toMatchObject({ status: 302, location: link.url })
    const counts = () => countsOf(server, link)
    const counted = { ...noClicks, unique: 1, bot: recorded }
    await expect.poll(counts, { timeout: 20_000 }).toEqual(counted)
  })

  test('stopping writes all waiting clicks', async () => {
    const link = await addLink(server)
    const writer = newWriter()
    for (let n = 0; n < 7000; n++) writer.record(clickOn(link, { userAgent: BOT }))
    await writer.stop()
    expect(await countsOf(server, link)).toEqual({ ...noClicks, bot: 7000 })
  })
})
