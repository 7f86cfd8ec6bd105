import { asc, sql } from 'drizzle-orm'
import { clickId } from '../../redirect/clicks/click-id.ts'
import type { Db } from '../../platform/db/client.ts'
import { clickBatches, clickEvents, linkDomains } from '../../platform/db/schema.ts'

const MINUTE_MS = 60_000
const MAX_NAMES = 5

/** Returns current load and backlog. All queries use indexes or small tables. */
export async function readFigures(db: Db) {
  return {
    clicks: {
      a_minute_of_5: await clicksAMinute(db, 5),
      a_minute_of_60: await clicksAMinute(db, 60),
      ...(await waitingBatches(db)),
    },
    jobs: await readJobs(db),
    domains: await waitingDomains(db),
    database_bytes: await databaseBytes(db),
  }
}

/**
 * Returns clicks per minute. Click ids begin with their time, so the query needs only the primary
 * key.
 */
async function clicksAMinute(db: Db, minutes: number): Promise<number> {
  const since = `${clickId(Date.now() - minutes * MINUTE_MS).slice(0, 15)}000-8000-000000000000`
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(clickEvents)
    .where(sql`${clickEvents.id} >= ${since}::uuid`)
  return Math.round(((row?.count ?? 0) / minutes) * 10) / 10
}

async function waitingBatches(db: Db) {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(clickBatches)
  const [oldest] = await db
    .select({ id: clickBatches.id })
    .from(clickBatches)
    .orderBy(asc(clickBatches.id))
    .limit(1)
  return {
    batches_waiting: row?.count ?? 0,
    oldest_batch_at: oldest ? timeOfUuid(oldest.id) : null,
  }
}

/** Returns the time of a UUIDv7, which is in its first 48 bits. */
const timeOfUuid = (id: string) => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))

type JobRow = { waiting: number; oldest: string | null; failed: number; names: string[] | null }

/**
 * Returns counts of jobs. They are 0 if no server has started yet, because the queue creates its
 * own tables.
 */
async function readJobs(db: Db) {
  const [found] = await db.execute<{ there: boolean }>(
    sql`select to_regclass('graphile_worker._private_jobs') is not null as there`,
  )
  const [row] = found?.there ? await db.execute<JobRow>(JOBS_QUERY) : []
  return {
    waiting: row?.waiting ?? 0,
    oldest_at: row?.oldest ? new Date(row.oldest) : null,
    failed: row?.failed ?? 0,
    failed_names: row?.names ?? [],
  }
}

const JOBS_QUERY = sql`
  select count(*) filter (where is_due)::int as waiting, min(run_at) filter (where is_due)::text as oldest,
    count(*) filter (where is_failed)::int as failed,
    (array_agg(distinct name) filter (where is_failed))[1:${sql.raw(String(MAX_NAMES))}] as names
  from (
    select jobs.run_at, tasks.identifier as name,
      jobs.attempts >= jobs.max_attempts and jobs.locked_at is null as is_failed,
      jobs.attempts < jobs.max_attempts and jobs.run_at <= now() and jobs.locked_at is null as is_due
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
  ) as known`

async function waitingDomains(db: Db) {
  const [row] = await db
    .select({
      waiting_for_dns: sql<number>`count(*) filter (where ${linkDomains.status} = 'pending')::int`,
      waiting_for_certificate: sql<number>`count(*) filter (
        where ${linkDomains.status} = 'verified' and ${linkDomains.servedAt} is null)::int`,
    })
    .from(linkDomains)
    .where(sql`${linkDomains.userId} is not null`)
  return row ?? { waiting_for_dns: 0, waiting_for_certificate: 0 }
}

/** Returns the size of the database in bytes. */
export async function databaseBytes(db: Db): Promise<number> {
  const [row] = await db.execute<{ bytes: string }>(
    sql`select pg_database_size(current_database())::text as bytes`,
  )
  return Number(row?.bytes ?? 0)
}
