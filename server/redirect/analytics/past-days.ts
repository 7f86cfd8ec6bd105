import type { Analytics, AnalyticsFilter } from '#contract/analytics.ts'
import type { Deps } from '../../env.ts'
import { part, type TransactionSql } from '../../platform/db/sql.ts'

/**
 * Runs a read of past days on the replica. Returns null if the primary has to be asked: for periods
 * that include today, and if the replica lacks a change that the user has made.
 */
export async function readPastDays<T extends Pick<Analytics, 'period'>>(
  { replica, sql }: Pick<Deps, 'replica' | 'sql'>,
  userId: string,
  { date_to: lastDay }: AnalyticsFilter,
  read: (tx: TransactionSql) => Promise<T>,
): Promise<(T & Pick<Analytics, 'as_of'>) | null> {
  if (lastDay === null || replica.state()?.problem !== null) return null
  const [owner] = await sql<OwnerState[]>`${stateOf(userId)}`
  if (!owner || lastDay >= owner.today) return null
  return replica.read(async ({ sql: tx, completeAt }) => {
    const [seen] = await tx<OwnerState[]>`${stateOf(userId)}`
    if (seen?.changes !== owner.changes) return null
    const asOf = new Date(Date.now() - (performance.now() - completeAt))
    return { ...(await read(tx)), as_of: asOf.toISOString() }
  })
}

/** `changes`: differs after each change by the user that analytics show. `today`: in their time zone. */
type OwnerState = { changes: string; today: string }

const stateOf = (userId: string) => part`
  select concat_ws(' ', change_seq, time_zone,
      (select string_agg(domain, ' ' order by domain) from link_domains where user_id = users.id),
      (select string_agg(id::text, ' ' order by id) from pages where user_id = users.id)) as changes,
    (now() at time zone coalesce(time_zone, 'UTC'))::date::text as today
  from users where id = ${userId}::uuid`
