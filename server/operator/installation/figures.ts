import { asc, sql } from 'drizzle-orm'
import { minClickId } from '../../redirect/clicks/click-id.ts'
import { KIND } from '../../redirect/clicks/kinds.ts'
import type { Db } from '../../platform/db/client.ts'
import { clickBatches, clickEvents, linkDomains } from '../../platform/db/schema.ts'
import { timeOfUuid } from '../../platform/uuid-time.ts'

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
  const since = minClickId(Date.now() - minutes * MINUTE_MS)
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(clickEvents)
    .where(sql`${clickEvents.id} >= ${since}::uuid`)
  return Math.round(((row?.count ?? 0) / minutes) * 10) / 10
}

/** Maximum number of clicks that are counted one by one on a single database. */
const MAX_COUNTED = 1_000_000

/**
 * Returns the clicks by people since the start of the day (UTC). `isAll` is false if there were too
 * many to count them all. `isDistributed` counts them all, because each worker counts its own.
 */
export async function clicksToday(
  db: Db,
  { isDistributed }: { isDistributed: boolean },
): Promise<{ clicks: number; isAll: boolean }> {
  const day = new Date().setUTCHours(0, 0, 0, 0)
  const today = db
    .select({ kind: clickEvents.kind })
    .from(clickEvents)
    .where(sql`${clickEvents.id} >= ${minClickId(day)}::uuid`)
  const counted = (isDistributed ? today : today.limit(MAX_COUNTED)).as('counted')
  const isPerson = sql`${counted.kind} in (${KIND.human}, ${KIND.unique})`
  const [row] = await db
    .select({
      clicks: sql<number>`(count(*) filter (where ${isPerson}))::int`,
      all: sql<number>`count(*)::int`,
    })
    .from(counted)
  return { clicks: row?.clicks ?? 0, isAll: isDistributed || (row?.all ?? 0) < MAX_COUNTED }
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
    oldest_batch_at: oldest ? new Date(timeOfUuid(oldest.id)) : null,
  }
}

/** Jobs of one type. `oldest` is the time since which the first waiting one is due. */
type JobCounts = {
  job: string
  waiting: number
  oldest: string | null
  oldest_seconds: number
  failed: number
}

/**
 * Returns counts of jobs by type, in alphabetical order. The list is empty if no server has started
 * yet, because the queue creates its own tables.
 */
export async function countJobs(db: Db): Promise<JobCounts[]> {
  const [found] = await db.execute<{ there: boolean }>(
    sql`select to_regclass('graphile_worker._private_jobs') is not null as there`,
  )
  return found?.there ? db.execute<JobCounts>(JOBS_QUERY) : []
}

const JOBS_QUERY = sql`
  select job, count(*) filter (where is_due)::int as waiting,
    min(run_at) filter (where is_due)::text as oldest,
    coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as oldest_seconds,
    count(*) filter (where is_failed)::int as failed
  from (
    select tasks.identifier as job, jobs.run_at,
      jobs.attempts >= jobs.max_attempts and jobs.locked_at is null as is_failed,
      jobs.attempts < jobs.max_attempts and jobs.run_at <= now() and jobs.locked_at is null as is_due
    from graphile_worker._private_tasks as tasks
    left join graphile_worker._private_jobs as jobs on jobs.task_id = tasks.id
  ) as known
  group by job order by job`

/** Returns the counts of all jobs together. */
async function readJobs(db: Db) {
  const counts = await countJobs(db)
  const total = (read: (one: JobCounts) => number) =>
    counts.reduce((sum, one) => sum + read(one), 0)
  const oldest = counts.flatMap(({ oldest: at }) => (at === null ? [] : [Date.parse(at)]))
  return {
    waiting: total(({ waiting }) => waiting),
    oldest_at: oldest.length > 0 ? new Date(Math.min(...oldest)) : null,
    failed: total(({ failed }) => failed),
    failed_names: counts
      .filter(({ failed }) => failed > 0)
      .map(({ job }) => job)
      .slice(0, MAX_NAMES),
  }
}

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
