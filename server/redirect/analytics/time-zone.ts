import * as v from 'valibot'
import { eq } from 'drizzle-orm'
import { TimeZone } from '#contract/analytics.ts'
import { users } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'

/** Changes whose days are whose: a job moves them, so that days and time zone fit at every moment. */
export async function changeTimeZone(deps: Deps, userId: string, timeZone: string): Promise<void> {
  if (!(await isKnown(deps, timeZone)))
    throw new FieldError('time_zone', 'This server does not know that time zone.')
  const key = `rebuild-days:${userId}`
  await deps.jobs.add(deps.db, 'rebuild-days', { userId, timeZone }, { key, queue: 'rebuild-days' })
}

/** What a browser says at the first start; somebody who has a time zone keeps it. */
export async function learnTimeZone(deps: Deps, userId: string, said: string): Promise<void> {
  const [user] = await deps.db
    .select({ timeZone: users.timeZone })
    .from(users)
    .where(eq(users.id, userId))
  if (!user || user.timeZone !== null || !v.is(TimeZone, said)) return
  if (await isKnown(deps, said)) await changeTimeZone(deps, userId, said)
}

/** To browsers' clocks and to the database's: one that either does not know would stop the counting. */
async function isKnown({ sql }: Deps, timeZone: string): Promise<boolean> {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone }).format()
  } catch {
    return false
  }
  const [row] = await sql<{ known: boolean }[]>`
    select exists (select 1 from pg_timezone_names where lower(name) = lower(${timeZone}))
      or upper(${timeZone}) = 'UTC' as known`
  return row?.known === true
}
