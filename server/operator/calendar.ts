import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/client.ts'
import { CALENDAR, JOB_DESCRIPTIONS } from '../platform/jobs/calendar.ts'
import { formatMinute } from './printable.ts'

type KnownTask = { identifier: string; last: string | null }

/**
 * Returns all scheduled tasks with their times (cron format, UTC) and the time each was last
 * started.
 */
export async function showCalendar(db: Db): Promise<string> {
  const known = await lastStarts(db)
  const width = Math.max(...CALENDAR.map(({ task }) => task.length))
  const lines = CALENDAR.map(({ task, match }) => {
    const last = known.get(task)
    const begun = last ? formatMinute(new Date(last)) : 'never'
    return `${task.padEnd(width)}  ${match.padEnd(10)}  last ${begun}\n  ${JOB_DESCRIPTIONS[task]}`
  })
  return lines.join('\n')
}

/**
 * Returns the last start of each task. Empty if no server has started yet, because the queue
 * creates its own tables.
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
