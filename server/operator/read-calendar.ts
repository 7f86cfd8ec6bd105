import { sql } from 'drizzle-orm'
import { parseCronItem } from 'graphile-worker'
import type { Db } from '../platform/db/client.ts'
import { CALENDAR, JOB_DESCRIPTIONS } from '../platform/jobs/calendar.ts'

/** Scheduled job with its times. */
export type ScheduledJob = {
  task: string
  does: string
  /** Times in cron format, UTC. */
  match: string
  last: Date | null
  next: Date
}

type KnownTask = { identifier: string; last: string | null }

const MINUTE_MS = 60_000
/** Number of minutes to search. Every scheduled job runs at least once a day. */
const SEARCHED_MINUTES = 24 * 60

/** Returns all scheduled jobs with their last and next start. */
export async function readCalendar(db: Db, now: Date): Promise<ScheduledJob[]> {
  const known = await lastStarts(db)
  return CALENDAR.map((item) => {
    const { task, match } = item
    const last = known.get(task)
    return {
      task,
      match,
      does: JOB_DESCRIPTIONS[task],
      last: last ? new Date(last) : null,
      next: nextStart(item, now),
    }
  })
}

/**
 * Returns the next minute at which a job starts.
 *
 * @throws Error if it does not start within a day.
 */
function nextStart(item: (typeof CALENDAR)[number], now: Date): Date {
  const { match } = parseCronItem(item)
  const start = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  for (let minute = 1; minute <= SEARCHED_MINUTES; minute += 1) {
    const at = new Date(start + minute * MINUTE_MS)
    const digest = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    }
    if (match(digest)) return at
  }
  throw new Error(`${item.task} does not start within a day`)
}

/**
 * Returns the last start of each job. Empty if no server has started yet, because the queue creates
 * its own tables.
 */
async function lastStarts(db: Db): Promise<Map<string, string | null>> {
  const [found] = await db.execute<{ there: boolean }>(
    sql`select to_regclass('graphile_worker._private_known_crontabs') is not null as there`,
  )
  if (!found?.there) return new Map()
  const rows = await db.execute<KnownTask>(
    sql`select identifier, last_execution as last from graphile_worker._private_known_crontabs`,
  )
  return new Map(rows.map(({ identifier, last }) => [identifier, last]))
}
