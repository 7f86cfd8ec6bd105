import type { Deps } from '../../env.ts'
import type { JobPayloads } from '../../platform/jobs/job-types.ts'
import { invalidateRuledLinks } from '../../links/rules/invalidate-ruled.ts'
import { part, type SqlPart, type TransactionSql } from '../../platform/db/sql.ts'
import { clicksOfChunks, msOf } from '../click-log/chunk.ts'
import { KIND } from '../clicks/kinds.ts'
import { insertDays, insertFacetDaysWithin, JOIN_FACETS } from './into-days.ts'

/**
 * Recalculates a user's daily sums, in another time zone if one is given. Everything that adds to
 * the sums locks the same user row, so sums and time zone always match and no click is counted
 * twice or lost.
 */
export async function rebuildDays(
  { sql, db }: Pick<Deps, 'sql' | 'db'>,
  { userId, timeZone }: JobPayloads['rebuild-days'],
): Promise<void> {
  await sql.begin(async (tx) => {
    const [owner] = await tx<{ zone: string }[]>`
      select coalesce(time_zone, 'UTC') as zone from users where id = ${userId} for no key update`
    if (!owner) return
    const zone = timeZone ?? owner.zone
    if (timeZone !== undefined)
      await tx`update users set time_zone = ${timeZone} where id = ${userId}`
    await tx`delete from link_days where user_id = ${userId}`
    await tx`delete from link_facet_days where user_id = ${userId}`
    await tx`delete from user_days where user_id = ${userId}`
    const hours = await wholeHours(tx, userId, zone)
    await addHours(tx, userId, zone, hours)
    await addFacetHours(tx, userId, zone, hours)
    await addOrders(tx, userId, zone)
  })
  if (timeZone !== undefined) await invalidateRuledLinks(db, userId)
}

/**
 * Adds the clicks. The hourly sums, which are kept for ever, are enough for most time zones. Where
 * a day begins within an hour, that hour is read click by click as long as its clicks exist. After
 * that, the whole hour counts for the day in which it began.
 */
async function addHours(tx: TransactionSql, userId: string, zone: string, whole: WholeHours) {
  await tx`
    with own_links as (select id from links where user_id = ${userId}),
    clicks as (
      select link_id, hour as at, kind, referrer, device, country, clicks
      from click_hours join own_links on own_links.id = link_id
      where ${whole.hours}
      union all
      select link_id, at, kind, referrer, device, country, 1
      from ${ALL_CLICKS} join own_links on own_links.id = link_id
      where ${whole.events}
    ),
    added as (
      select link_id, ${userId}::uuid as user_id, (at at time zone ${zone})::date as day,
        referrer, device, country, ${SUMS_OF_CLICKS}
      from clicks group by link_id, day, referrer, device, country
    ), ${insertDays}`
}

/** Adds the clicks by source, rule and app. */
async function addFacetHours(tx: TransactionSql, userId: string, zone: string, whole: WholeHours) {
  await tx`
    with own_links as (select id from links where user_id = ${userId}),
    clicks as (
      select link_id, hour as at, facet, value, kind, clicks
      from click_facet_hours join own_links on own_links.id = link_id
      where ${whole.hours}
      union all
      select link_id, at, facet, value, kind, 1
      from ${ALL_CLICKS} join own_links on own_links.id = link_id ${JOIN_FACETS}
      where ${whole.events}
    ),
    faceted as (
      select link_id, ${userId}::uuid as user_id, (at at time zone ${zone})::date as day,
        facet, value, ${SUMS_OF_CLICKS}
      from clicks group by link_id, day, facet, value
    ), ${insertFacetDaysWithin}
    select 1`
}

/** Single clicks of open and closed days. Needs `own_links`. */
const ALL_CLICKS = part`(
  select link_id, at, kind, referrer, device, country, facets from click_events
  union all
  select link_id, at, kind, referrer, device, country, facets
  from (${clicksOfChunks(part`chunk.links && array(select id from own_links)`)}) as closed
) as all_clicks`

const ofKind = (kind: number) =>
  part`coalesce(sum(clicks) filter (where kind = ${kind}::smallint), 0)::int`

/** Columns with the sums of `clicks` rows, without orders. */
const SUMS_OF_CLICKS = part`
  ${ofKind(KIND.human)} as human, ${ofKind(KIND.unique)} as "unique",
  ${ofKind(KIND.bot)} as bot, ${ofKind(KIND.preview)} as preview,
  ${ofKind(KIND.duplicate)} as duplicate, ${ofKind(KIND.own)} as own,
  0 as orders, 0 as revenue_cents, 0 as commission_cents`

/** Conditions for hours to use as a whole and for clicks to read one by one. */
type WholeHours = Record<'hours' | 'events', SqlPart>

async function wholeHours(tx: TransactionSql, userId: string, zone: string): Promise<WholeHours> {
  const [unaligned] = await tx`
    select 1 from click_hours join links on links.id = link_id
    where user_id = ${userId} and extract(minute from hour at time zone ${zone}) <> 0 limit 1`
  if (!unaligned) return { hours: part`true`, events: part`false` }
  const [first] = await tx<{ hour: string | null }[]>`
    select date_trunc('hour', least(
      (select at from click_events order by id limit 1),
      (select to_timestamp(${msOf(part`first_id`)} / 1000.0) from closed_clicks
        order by first_id limit 1)
    ), 'UTC') + interval '1 hour' as hour`
  const firstKeptHour = first?.hour ?? 'infinity'
  const isWhole = part`extract(minute from date_trunc('hour', at, 'UTC') at time zone ${zone}) = 0`
  return {
    hours: part`(hour < ${firstKeptHour}::timestamptz or extract(minute from hour at time zone ${zone}) = 0)`,
    events: part`at >= ${firstKeptHour}::timestamptz and not (${isWhole})`,
  }
}

async function addOrders(tx: TransactionSql, userId: string, zone: string) {
  await tx`
    with added as (
      select link_id, user_id, (at at time zone ${zone})::date as day, referrer, device, country,
        ${SUMS_OF_ORDERS}
      from order_differences where user_id = ${userId}
      group by link_id, user_id, day, referrer, device, country
    ), ${insertDays}`
  await tx`
    with faceted as (
      select link_id, user_id, (at at time zone ${zone})::date as day, facet, value,
        ${SUMS_OF_ORDERS}
      from order_differences ${JOIN_FACETS}
      where user_id = ${userId} and link_id is not null
      group by link_id, user_id, day, facet, value
    ), ${insertFacetDaysWithin}
    select 1`
}

const SUMS_OF_ORDERS = part`
  0 as human, 0 as "unique", 0 as bot, 0 as preview, 0 as duplicate, 0 as own,
  sum(orders)::int as orders, sum(revenue_cents)::bigint as revenue_cents,
  sum(commission_cents)::bigint as commission_cents`
