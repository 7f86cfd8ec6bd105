import type { Db } from '../platform/db/client.ts'
import { formatMinute } from './printable.ts'
import { readCalendar } from './read-calendar.ts'

/** Returns all scheduled jobs with their times (cron format, UTC) and their last start. */
export async function showCalendar(db: Db): Promise<string> {
  const jobs = await readCalendar(db, new Date())
  const width = Math.max(...jobs.map(({ task }) => task.length))
  const lines = jobs.map(({ task, match, last, does }) => {
    const begun = last ? formatMinute(last) : 'never'
    return `${task.padEnd(width)}  ${match.padEnd(10)}  last ${begun}\n  ${does}`
  })
  return lines.join('\n')
}
