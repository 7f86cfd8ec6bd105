import type {
  Analytics,
  AnalyticsFilter,
  AnalyticsRow,
  AnalyticsTotals,
  GroupBy,
} from '#contract/analytics.ts'
import { part, type TransactionSql } from '../../platform/db/sql.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { readLink } from '../../links/link-rows.ts'
import { clicksBefore, daysOf, GROUPINGS } from './day-sources.ts'
import { elsewhereIn } from './elsewhere.ts'
import { labelOf } from './labels.ts'
import { pageFunnel } from './page-funnel.ts'
import { readPastDays } from './past-days.ts'
import { periodOf } from './period.ts'

type Sums = Record<
  | 'clicks'
  | 'people'
  | 'orders'
  | 'revenue_cents'
  | 'commission_cents'
  | 'bots'
  | 'previews'
  | 'duplicates'
  | 'own',
  string
>
type DateRange = { from: string; to: string }
/** `seesMoney` is false for members who may not know which group earned most. */
type AnalyticsQuery = AnalyticsFilter & { seesMoney: boolean }

/**
 * Returns the results of a user's links, grouped by one dimension. All numbers of clicks and orders
 * come from one snapshot of the database, or of its replica if all days are in the past.
 */
export async function analyticsOf(
  deps: Deps,
  userId: string,
  filter: AnalyticsQuery,
): Promise<Analytics> {
  const { link_uuid, group_by } = filter
  if (group_by === 'rule' && link_uuid === null)
    throw new FieldError('link_uuid', 'Choose a link, because rules belong to one link.')
  const link = link_uuid === null ? null : await readLink(deps.db, userId, link_uuid)
  const read = (tx: TransactionSql) => readNumbers(tx, userId, filter, deps.config)
  const numbers = (await readPastDays(deps, userId, filter, read)) ?? (await readToday(deps, read))
  return {
    ...numbers,
    link_name: link?.link.name ?? null,
    knows_countries: deps.config.geoipDb !== null,
    ...(await elsewhereIn(deps, userId, filter, numbers.period)),
  }
}

/** Runs a read on the primary, with all clicks that were answered before. */
async function readToday<T>(
  { clicks, sql }: Deps,
  read: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  await clicks.settle()
  return sql.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`
    return read(tx)
  })
}

/** Reads all numbers of clicks and orders. */
async function readNumbers(
  tx: TransactionSql,
  userId: string,
  filter: AnalyticsQuery,
  { appOrigin }: Config,
) {
  const { zone, today, first } = await calendarOf(tx, userId, filter)
  const period = periodOf(filter, { first, today })
  const { results, count } = await readGroups(tx, userId, filter, period)
  const isOneLink = filter.link_uuid !== null
  return {
    ...(isOneLink && { page: await pageFunnel(tx, userId, filter, { ...period, appOrigin }) }),
    results,
    next: count > filter.page * filter.page_size ? filter.page + 1 : null,
    count,
    totals: await totalsOf(tx, userId, filter, period),
    before: await totalsOf(tx, userId, filter, period.before),
    before_split: await clicksBefore(tx, userId, filter),
    period: {
      date_from: period.from,
      date_to: period.to,
      days: period.days,
      today,
      time_zone: zone,
    },
  }
}

/** Returns the user's time zone, the current day there and the first day with data. */
async function calendarOf(tx: TransactionSql, userId: string, filter: AnalyticsFilter) {
  const [row] = await tx<{ zone: string; today: string; first: string | null }[]>`
    select coalesce(time_zone, 'UTC') as zone,
      (now() at time zone coalesce(time_zone, 'UTC'))::date::text as today,
      (select min(day)::text from (${daysOf(userId, filter, 'all')}) as days) as first
    from users where id = ${userId}`
  if (!row) throw new Error('analytics: no such user')
  return row
}

const SUMS = part`
  coalesce(sum(human + "unique"), 0) as clicks, coalesce(sum("unique"), 0) as people,
  coalesce(sum(orders), 0) as orders, coalesce(sum(revenue_cents), 0) as revenue_cents,
  coalesce(sum(commission_cents), 0) as commission_cents, coalesce(sum(bot), 0) as bots,
  coalesce(sum(preview), 0) as previews, coalesce(sum(duplicate), 0) as duplicates,
  coalesce(sum(own), 0) as own`

type Group = Sums & { key: string; label: string; count: string }

async function readGroups(
  tx: TransactionSql,
  userId: string,
  filter: AnalyticsQuery,
  { from, to }: DateRange,
): Promise<{ results: AnalyticsRow[]; count: number }> {
  const { group_by, page, page_size, seesMoney } = filter
  const { rows: daily, key, label, joins } = GROUPINGS[group_by]
  const byNumbers = part`${seesMoney ? part`commission_cents desc,` : part``} clicks desc, key`
  const order = group_by === 'day' ? part`key desc` : byNumbers
  const rows = await tx<Group[]>`
    with by_key as (
      select ${key} as key, ${label} as label, ${SUMS}
      from (${daily(userId, filter)}) as days ${joins}
      where day between ${from}::date and ${to}::date
      group by 1, 2
    )
    select *, count(*) over () as count from by_key
    where clicks > 0 or orders <> 0 or revenue_cents <> 0 or commission_cents <> 0
    order by ${order} limit ${page_size} offset ${(page - 1) * page_size}`
  return {
    results: rows.map((row) => toRow(group_by, row)),
    count: Number(rows[0]?.count ?? 0),
  }
}

const toRow = (group: GroupBy, row: Group): AnalyticsRow => ({
  key: row.key,
  label: labelOf(group, row),
  ...toSums(row),
})

async function totalsOf(
  tx: TransactionSql,
  userId: string,
  filter: AnalyticsFilter,
  { from, to }: DateRange,
): Promise<AnalyticsTotals> {
  const [row] = await tx<[Sums]>`
    select ${SUMS} from (${daysOf(userId, filter, 'all')}) as days
    where day between ${from}::date and ${to}::date`
  const uncounted = {
    bots: Number(row.bots),
    previews: Number(row.previews),
    duplicates: Number(row.duplicates),
    own: Number(row.own),
  }
  return { ...toSums(row), apart: uncounted }
}

function toSums(row: Sums) {
  const clicks = Number(row.clicks)
  const conversions = Number(row.orders)
  return {
    clicks,
    people: Number(row.people),
    conversions,
    revenue: Number(row.revenue_cents) / 100,
    commissions: Number(row.commission_cents) / 100,
    conversions_per_100_clicks:
      clicks === 0 ? null : Math.round((conversions * 10_000) / clicks) / 100,
  }
}
