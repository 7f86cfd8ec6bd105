import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import type { AnalyticsRequest } from '#contract/analytics.ts'
import { databaseUrl } from '#support/server/installations.ts'
import { addLink, editLink } from '#support/server/links.ts'
import { startReplicated } from '#support/server/machine/replicated-database.ts'
import { analytics, changeTimeZone, order } from '#support/server/money/analytics.ts'
import { addPage, editPage } from '#support/server/page/pages.ts'
import { htmlOf } from '#support/server/page/public-pages.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { runProcess } from '#support/server/processes/process.ts'
import { createTestServer, startTestServer, type TestServer } from '#support/server/test-app.ts'

/** Longer than the largest lag that a test waits for, on a busy machine. */
const PATIENT = { timeout: 60_000 }
const DAY_MS = 24 * 60 * 60 * 1000
const LONG_AGO = new Date(Date.now() - 3 * DAY_MS)
const PAST: AnalyticsRequest = { date_to: LONG_AGO.toISOString().slice(0, 10) }

const pair = await startReplicated()
afterAll(() => pair.stop())
const readReplica = { url: pair.replicaUrl, maxLagSeconds: 3600 }
const settings = { databaseAddress: pair.primary, readReplica }
const server = await startTestServer(settings)
/** Server that stops using the replica early. */
const strict = await startTestServer({
  ...settings,
  listen: true,
  readReplica: { ...readReplica, maxLagSeconds: 5 },
})

type Health = { ok: boolean; read_replica?: { lag_seconds: number | null; problem: string | null } }
const healthOf = async (one: TestServer) =>
  (await (await one.request('GET', '/healthz')).json()) as Health
const problemOf = async (one: TestServer) => (await healthOf(one)).read_replica?.problem

const metricsOf = async (one: TestServer) => (await one.request('GET', '/metrics')).text()

/** Waits until the replica is used and has everything that the primary has now. */
async function caughtUp(person: Person) {
  const now = new Date().toISOString()
  const isNewer = async () => ((await analytics(person, PAST)).as_of ?? '') > now
  await expect.poll(isNewer, PATIENT).toBe(true)
}

/** Runs work while the replica keeps its present data. */
async function whilePaused(work: () => Promise<void>) {
  await pair.pause()
  try {
    await work()
  } finally {
    await pair.resume()
  }
}

const addOrder = (person: Person, linkId: string | null = null) =>
  order(server, person, { at: LONG_AGO, linkId })

test('past days come from the replica, with their age, and today from the primary', async () => {
  const ana = await signUp(server)
  await addOrder(ana)
  await caughtUp(ana)
  await whilePaused(async () => {
    await addOrder(ana)
    const past = await analytics(ana, PAST)
    expect(past.totals.conversions).toBe(1)
    expect(Date.parse(past.as_of ?? '')).toBeLessThanOrEqual(Date.now())
    const withToday = await analytics(ana)
    expect(withToday.totals.conversions).toBe(2)
    expect(withToday).not.toHaveProperty('as_of')
  })
  await caughtUp(ana)
  expect((await analytics(ana, PAST)).totals.conversions).toBe(2)
})

test('what a user has just changed is never shown as it was before', async () => {
  const ana = await signUp(server)
  const lamp = await addLink(ana)
  await editLink(ana, lamp, { name: 'Lamp' })
  await addOrder(ana, lamp.uuid)
  await caughtUp(ana)
  const namesSeen = async () => {
    const { results, as_of } = await analytics(ana, { ...PAST, group_by: 'link' })
    return [results.map(({ label }) => label), as_of !== undefined]
  }
  await whilePaused(async () => {
    expect(await namesSeen()).toEqual([['Lamp'], true])
    await editLink(ana, lamp, { name: 'Desk lamp' })
    expect(await namesSeen()).toEqual([['Desk lamp'], false])
  })
  await caughtUp(ana)
  expect(await namesSeen()).toEqual([['Desk lamp'], true])

  await whilePaused(async () => {
    await changeTimeZone(server, ana, 'Pacific/Auckland')
    const moved = await analytics(ana, PAST)
    expect(moved.period.time_zone).toBe('Pacific/Auckland')
    expect(moved).not.toHaveProperty('as_of')
  })
})

test('a public page comes from the replica until its owner edits it', async () => {
  const ana = await signUp(server)
  const page = await addPage(ana, { title: 'First', is_published: true })
  await caughtUp(ana)
  await whilePaused(async () => {
    // No edit by the owner: no server is told of it.
    await server.deps.sql`update pages set title = 'Second' where id = ${page.id}`
    expect(await htmlOf(server, page.slug)).toContain('>First</h1>')
    await editPage(ana, page, { title: 'Third' })
    expect(await htmlOf(server, page.slug)).toContain('>Third</h1>')

    const zoe = await signUp(server)
    const fresh = await addPage(zoe, { title: 'Fresh', is_published: true })
    expect(await htmlOf(server, fresh.slug)).toContain('>Fresh</h1>')
  })
})

test('a replica that is too far behind is not used until it has caught up', async () => {
  const ana = await signUp(strict)
  await caughtUp(ana)
  await expect.poll(() => problemOf(strict), PATIENT).toBe(null)
  await whilePaused(async () => {
    await addOrder(ana)
    await expect.poll(() => problemOf(strict), PATIENT).toBe('it is more than 5 seconds behind')
    const metrics = await metricsOf(strict)
    expect(metrics).toMatch(/^split_replica_up 0$/m)
    expect(Number(/^split_replica_lag_seconds (.+)$/m.exec(metrics)?.[1])).toBeGreaterThan(5)
    const past = await analytics(ana, PAST)
    expect(past.totals.conversions).toBe(1)
    expect(past).not.toHaveProperty('as_of')
  })
  await expect.poll(() => problemOf(strict), PATIENT).toBe(null)
  expect(await metricsOf(strict)).toMatch(/^split_replica_up 1$/m)
})

test('a replica that is away is not missed', async () => {
  const ana = await signUp(server)
  await addOrder(ana)
  await caughtUp(ana)
  await pair.stopReplica()
  const past = await analytics(ana, PAST)
  expect(past.totals.conversions).toBe(1)
  expect(past).not.toHaveProperty('as_of')
  await expect.poll(() => problemOf(strict), PATIENT).toBe('it does not answer')
  expect((await healthOf(strict)).ok).toBe(true)
  await pair.startReplica()
  await caughtUp(ana)
})

test('the status names the lag', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'split-test-status-'))
  const status = async (replica: string) => {
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl(pair.primary),
      DATABASE_READ_URL: replica,
    }
    const { out, err } = await runProcess({ script: 'operator.js', args: ['status'], env })
    expect(err).toBe('')
    return out
  }
  expect(await status(pair.replicaUrl)).toMatch(
    /^read replica +localhost\/split, \d+(\.\d)? seconds behind$/m,
  )
  expect(await status('postgresql://split@127.0.0.1:1/split')).toMatch(
    /^read replica +127\.0\.0\.1:1\/split\. Not used: it does not answer$/m,
  )
  rmSync(folder, { recursive: true })
})

test('another database and a promoted replica are not used', async () => {
  const NOT_OURS = 'it is not a replica of the database of DATABASE_URL'
  for (const address of [pair.primary, { ...inject('database'), database: 'postgres' }]) {
    const url = databaseUrl(address)
    // oxlint-disable-next-line no-await-in-loop -- one server after the other
    const misled = await createTestServer({
      ...settings,
      listen: true,
      readReplica: { ...readReplica, url },
    })
    await expect.poll(() => problemOf(misled), PATIENT).toBe(NOT_OURS)
    await misled.stop()
  }
  await pair.promote()
  await expect.poll(() => problemOf(strict), PATIENT).toBe(NOT_OURS)
})
