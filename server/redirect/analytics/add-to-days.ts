import type { TransactionSql } from '../../platform/db/sql.ts'
import { list, quoted } from '../../platform/db/array-literal.ts'
import { kindColumns } from '../clicks/kind-counts.ts'
import type { QuarterCount } from '../clicks/link-counters.ts'
import { insertDays } from './into-days.ts'

/**
 * Adds clicks to the daily sums of their owners, in the transaction that counts them and locks the
 * owners' rows. One statement fills both tables, because the input is only a few rows, whatever the
 * number of clicks.
 */
export async function addToDays(tx: TransactionSql, quarters: QuarterCount[]): Promise<void> {
  await tx`
    with added as (
      select link_id, users.id as user_id,
        (to_timestamp(at) at time zone coalesce(users.time_zone, 'UTC'))::date as day,
        referrer, device, country,
        sum(human)::int as human, sum("unique")::int as "unique", sum(bot)::int as bot,
        sum(preview)::int as preview, sum(duplicate)::int as duplicate, sum(own)::int as own,
        0 as orders, 0 as revenue_cents, 0 as commission_cents
      from unnest(
        ${list(quarters.map(({ linkId }) => linkId))}::text::uuid[],
        ${list(quarters.map(({ userId }) => userId))}::text::uuid[],
        ${list(quarters.map(({ at }) => at / 1000))}::text::bigint[],
        ${list(quarters.map(({ referrer }) => quoted(referrer)))}::text::text[],
        ${list(quarters.map(({ device }) => quoted(device)))}::text::text[],
        ${list(quarters.map(({ country }) => quoted(country)))}::text::text[],
        ${kindColumns(quarters)}
      ) as counted (link_id, owner_id, at, referrer, device, country,
        human, "unique", bot, preview, duplicate, own)
      join users on users.id = owner_id
      group by link_id, users.id, day, referrer, device, country
    ), ${insertDays}`
}
