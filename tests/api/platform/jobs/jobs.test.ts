import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect } from '../../../../server/platform/db/client.ts'
import { findDead, unlockJobs } from '../../../../server/platform/jobs/worker-locks.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { addLink, readLink } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startShopSite, type ShopSite } from '#support/server/hosts/shop-site.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let site: ShopSite
let ana: Person
beforeEach(async () => {
  server = await createTestServer()
  site = await startShopSite()
  ana = await signUp(server)
  // Remove the mail that each new account gets, because these tests look at all jobs.
  await server.deps.sql`delete from graphile_worker._private_jobs`
})
afterEach(async () => {
  await site.stop()
  await server.stop()
})

const named = (link: ShortLink, name: string) =>
  vi.waitFor(
    async () => {
      const now = await readLink(ana, link)
      expect([now.meta_extraction_progress, now.name]).toEqual([100, name])
    },
    { timeout: 15_000, interval: 50 },
  )

/** Unlocks the jobs of dead processes, which every process does regularly. */
async function unlockDead() {
  const { sql } = server.deps
  await unlockJobs(sql, await findDead(sql))
}

const waitingJobs = async () =>
  (await server.deps.sql`select locked_by from graphile_worker._private_jobs`).map(
    (row) => row['locked_by'] as string | null,
  )

test('a job added while no worker ran is done after the start', async () => {
  const link = await addLink(ana, site.product('/a', '<title>Later</title>'))
  expect(await waitingJobs()).toEqual([null])
  await server.deps.jobs.start()
  await named(link, 'Later')
  await vi.waitFor(async () => expect(await waitingJobs()).toEqual([]))
})

test('a job is not added if its transaction rolls back', async () => {
  const { db, jobs } = server.deps
  const undone = db.transaction(async (tx) => {
    await jobs.add(tx, 'extract', { linkId: crypto.randomUUID() })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await waitingJobs()).toEqual([])
})

test('a job added twice under one key runs once, and it can be delayed', async () => {
  const { db, jobs } = server.deps
  const payload = { linkId: crypto.randomUUID() }
  const runAt = new Date(Date.now() + 3_600_000)
  await jobs.add(db, 'extract', payload, { key: 'once' })
  await jobs.add(db, 'extract', payload, { key: 'once', runAt, maxAttempts: 2 })
  const rows = await server.deps.sql`
    select extract(epoch from run_at)::float8 as at, max_attempts from graphile_worker._private_jobs`
  expect([...rows]).toEqual([{ at: runAt.getTime() / 1000, max_attempts: 2 }])
})

test('two processes do each job once', async () => {
  const other = await createTestServer({ sharedServer: server })
  await Promise.all([server.deps.jobs.start(), other.deps.jobs.start()])
  const paths = Array.from({ length: 12 }, (_, i) => `/p${i}`)
  const made = await Promise.all(
    paths.map((path) => addLink(ana, site.product(path, `<title>${path}</title>`))),
  )
  for (const [index, link] of made.entries()) await named(link, paths[index] ?? '')
  expect(site.paths()).toHaveLength(paths.length)
  expect(new Set(site.paths())).toEqual(new Set(paths))
  await other.stop()
})

test('a job of a killed process is taken over, a job of a running one is not', async () => {
  const { sql } = server.deps
  const link = await addLink(ana, site.product('/dead', '<title>Taken over</title>'))
  const lockedBy = (worker: string) => sql`
    update graphile_worker._private_jobs
    set locked_by = ${worker}, locked_at = now() - interval '10 seconds', attempts = 1`
  await lockedBy('worker-alive')
  const { sql: living } = connect(server.database.address, { max: 1 })
  await living`select pg_advisory_lock(hashtextextended('worker-alive', 0))`
  await unlockDead()
  expect(await waitingJobs()).toEqual(['worker-alive'])
  await living.end()
  await lockedBy('worker-dead')
  await server.deps.jobs.start()
  await named(link, 'Taken over')
})

test('a job locked by an unknown worker is released', async () => {
  const { sql } = server.deps
  await addLink(ana, site.product('/unheard', '<title>Unheard</title>'))
  await sql`
    update graphile_worker._private_jobs
    set locked_by = 'worker-idle', locked_at = now() - interval '10 seconds'`
  const { sql: living } = connect(server.database.address, { max: 1 })
  await living`select pg_advisory_lock(hashtextextended('worker-idle', 0))`
  expect(await findDead(sql)).toEqual([])
  expect(await findDead(sql, ['worker-idle'])).toEqual(['worker-idle'])
  await living.end()
})

test('a running worker updates its sign of life', async () => {
  await server.deps.jobs.start()
  const url = site.put('/held', () => {})
  await addLink(ana, url)
  await vi.waitFor(() => expect(site.paths()).toEqual(['/held']), { timeout: 10_000 })
  const [worker] = await waitingJobs()
  expect(worker).toMatch(/^worker-/)
  await server.deps.sql`
    update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`
  await unlockDead()
  expect(await waitingJobs()).toEqual([worker])
  await site.stop()
  site = await startShopSite()
})

test('stopping returns unfinished jobs, and the next start runs them', async () => {
  await server.deps.jobs.start()
  const url = site.put('/slow', () => {})
  const link = await addLink(ana, url)
  await vi.waitFor(() => expect(site.paths()).toEqual(['/slow']), { timeout: 10_000 })
  await server.deps.jobs.stop()
  expect(await waitingJobs()).toEqual([null])
  expect((await readLink(ana, link)).meta_extraction_progress).toBe(10)
  site.product('/slow', '<title>At last</title>')
  await server.deps.jobs.start()
  await named(link, 'At last')
}, 40_000)
