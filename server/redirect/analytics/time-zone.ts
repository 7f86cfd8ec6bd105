import * as v from 'valibot'
import { eq } from 'drizzle-orm'
import { TimeZone } from '#contract/analytics.ts'
import { users } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'

/**
 * Changes a user's time zone. A job saves it and rebuilds the daily sums in one transaction, so
 * that both always match.
 */
export async function changeTimeZone(deps: Deps, userId: string, timeZone: string): Promise<void> {
  if (!(await isKnown(deps, timeZone)))
    throw new FieldError('time_zone', 'This server does not support this time zone.')
  const key = `rebuild-days:${userId}`
  await deps.jobs.add(deps.db, 'rebuild-days', { userId, timeZone }, { key, queue: 'rebuild-days' })
}

/** Saves the time zone that a browser reports, unless the user already has one. */
export async function learnTimeZone(deps: Deps, userId: string, reported: string): Promise<void> {
  const [user] = await deps.db
    .select({ timeZone: users.timeZone })
    .from(users)
    .where(eq(users.id, userId))
  if (!user || user.timeZone !== null || !v.is(TimeZone, reported)) return
  if (await isKnown(deps, reported)) await changeTimeZone(deps, userId, reported)
}

/**
 * Returns whether both the JavaScript runtime and the database know the time zone. One that either
 * does not know would break the counting.
 */
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
