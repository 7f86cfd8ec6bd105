import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CALENDAR } from '../../../../server/platform/jobs/calendar.ts'
import { showCalendar } from '../../../../server/operator/calendar.ts'
import { openQueuePool } from '../../../../server/platform/jobs/queue-pool.ts'
import { createLog } from '../../../../server/platform/log/log.ts'
import { ClosingProxy } from '#support/server/hosts/closing-proxy.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.stop())

/** Simulates a server that ran two hours ago, and none since. */
const knownForHours = () => server.deps.sql`
  insert into graphile_worker._private_known_crontabs (identifier, known_since)
  select task, now() - interval '2 hours' from unnest(${CALENDAR.map(({ task }) => task)}::text[]) task`

const expired = async () => {
  const [row] = await server.deps.sql`select count(*)::int as n from throttle where key = 'expired'`
  return row?.['n']
}

test('missed scheduled jobs run once at the next start, for all servers together', async () => {
  const other = await createTestServer({ sharedServer: server })
  await server.deps.sql`
    insert into throttle (key, count, reset_at) values ('expired', 1, now() - interval '1 hour')`
  await knownForHours()
  await Promise.all([server.deps.jobs.start(CALENDAR), other.deps.jobs.start(CALENDAR)])
  await expect.poll(expired, { timeout: 20_000 }).toBe(0)
  const left = async () => server.deps.sql`
    select 1 from graphile_worker.jobs
    where task_identifier in ('tidy', 'welcome-links', 'sweep-uploads')`
  await expect.poll(left, { timeout: 20_000 }).toHaveLength(0)
  await other.stop()
})

test('a scheduled job interrupted by a crash is completed by the next process', async () => {
  const { deps } = server
  for (const { task, options } of CALENDAR)
    await deps.sql`
      select graphile_worker.add_job(
        ${task}, job_key := ${options.jobKey},
        max_attempts := ${'maxAttempts' in options ? options.maxAttempts : null}::int)`
  await deps.sql`
    update graphile_worker._private_jobs
    set locked_by = 'a-worker-that-is-gone', locked_at = now() - interval '1 minute', attempts = 1`
  await deps.jobs.start()
  const left = async () => deps.sql`select task_identifier, last_error from graphile_worker.jobs`
  await expect.poll(left, { timeout: 20_000 }).toEqual([])
})

test('no scheduled job runs unless it is enabled', async () => {
  await knownForHours()
  await server.deps.jobs.start()
  const rows = await server.deps.sql`
    select 1 from graphile_worker._private_known_crontabs where last_execution is not null`
  expect(rows).toEqual([])
})

test('a calendar query waits until the database is back', async () => {
  const { socketDir, user, database } = server.database.address
  const proxy = new ClosingProxy({ path: join(socketDir, '.s.PGSQL.5432') })
  const url = `postgresql://${user}@127.0.0.1:${await proxy.listen()}/${database}`
  const pool = openQueuePool({ url }, 1, createLog('error'))
  const asked = pool.query("select pg_sleep(0.2), 'answered' as word")
  await expect.poll(() => pool.idleCount + pool.totalCount).toBe(1)
  proxy.close()
  await expect.poll(() => proxy.refused).toBeGreaterThan(1)
  proxy.reopen()
  expect((await asked).rows).toMatchObject([{ word: 'answered' }])
  proxy.close()
  const before = proxy.refused
  const late = pool.query('select 1')
  await expect.poll(() => proxy.refused).toBeGreaterThan(before)
  await pool.end()
  expect((await late).rows).toEqual([])
  proxy.stop()
})

test('the operator sees the scheduled jobs and their last start', async () => {
  expect(await showCalendar(server.deps.db)).toMatch(/^tidy\s+0 \* \* \* \*\s+last never$/m)
  await server.deps.sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('tidy', now(), '2026-11-20 09:00+00')
    on conflict (identifier) do update set last_execution = excluded.last_execution`
  const shown = await showCalendar(server.deps.db)
  expect(shown).toMatch(/^tidy\s+0 \* \* \* \*\s+last 2026-11-20 09:00 UTC$/m)
  for (const { task } of CALENDAR) expect(shown).toContain(task)
})
