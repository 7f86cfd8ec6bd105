import type { AnalyticsFilter, Facet, GroupBy } from '#contract/analytics.ts'
import { part, type TransactionSql } from '../../platform/db/sql.ts'
import { SUM_COLUMNS } from './into-days.ts'
import type { Dimension } from '../../platform/db/schema/analytics-schema.ts'

type LinkFilter = Pick<AnalyticsFilter, 'link_uuid' | 'tags'>
export type SqlFragment = ReturnType<typeof part>

/** Rule for one way to group: daily rows, group key, label and required joins. */
type Grouping = {
  rows: (userId: string, filter: LinkFilter) => SqlFragment
  key: SqlFragment
  label: SqlFragment
  joins: SqlFragment
}

const rowsBy = (dimension: Dimension) => (userId: string, filter: LinkFilter) =>
  daysOf(userId, filter, dimension)

const simpleGrouping = (dimension: Dimension, key: SqlFragment): Grouping => ({
  rows: rowsBy(dimension),
  key,
  label: part`''`,
  joins: part``,
})

const facetGrouping = (facet: Facet): Grouping => ({
  rows: (userId, filter) => facetDaysOf(userId, filter, facet),
  key: part`value`,
  label: part`''`,
  joins: part``,
})

export const GROUPINGS: Record<GroupBy, Grouping> = {
  day: simpleGrouping('all', part`day::text`),
  referrer: simpleGrouping('referrer', part`referrer`),
  device: simpleGrouping('device', part`device`),
  country: simpleGrouping('country', part`country`),
  source: facetGrouping('source'),
  rule: facetGrouping('rule'),
  app: facetGrouping('app'),
  link: {
    rows: rowsBy('link'),
    key: part`coalesce(link_id::text, '')`,
    label: part`coalesce(links.name, '')`,
    joins: part`left join (select id, name, tags from links) as links on links.id = link_id`,
  },
  tag: {
    rows: rowsBy('link'),
    key: part`tag`,
    label: part`tag`,
    // Uses the current tags. A link with two tags counts for both.
    joins: part`left join (select id, name, tags from links) as links on links.id = link_id
      cross join lateral unnest(
        case when cardinality(links.tags) > 0 then links.tags else '{""}'::text[] end) as tag`,
  },
}

/**
 * Returns the query for the daily rows to sum up: rows of selected links or tags, or of all links
 * by one dimension.
 */
export function daysOf(userId: string, filter: LinkFilter, by: Dimension): SqlFragment {
  if (isEveryLink(filter))
    return part`
      select day, case when dimension = 'link' then nullif(value, '')::uuid end as link_id,
        value as referrer, value as device, value as country, ${SUM_COLUMNS}
      from user_days where user_id = ${userId}::uuid and dimension = ${by}::text`
  return part`
    select day, link_id, referrer, device, country, ${SUM_COLUMNS}
    from link_days where ${isSelected(userId, filter)}`
}

const isEveryLink = ({ link_uuid, tags }: LinkFilter) => link_uuid === null && tags.length === 0

/** Returns the condition for rows of the selected links. */
const isSelected = (userId: string, { link_uuid, tags }: LinkFilter) => part`
  user_id = ${userId}::uuid and link_id in (
    select id from links where user_id = ${userId}::uuid
      and (${link_uuid}::uuid is null or id = ${link_uuid}::uuid)
      and (${tags.length}::int = 0 or tags && ${tags}::text[]))`

/**
 * Returns daily rows by the value of a facet. Clicks without a value have no row of their own: they
 * are all clicks, less those with a value.
 */
function facetDaysOf(userId: string, filter: LinkFilter, facet: Facet): SqlFragment {
  const withValue = isEveryLink(filter)
    ? part`from user_days where user_id = ${userId}::uuid and dimension = ${facet}::text`
    : part`from link_facet_days where facet = ${facet}::text and ${isSelected(userId, filter)}`
  return part`
    select day, value, ${SUM_COLUMNS} ${withValue}
    union all
    select day, '' as value, ${SUM_COLUMNS} from (${daysOf(userId, filter, 'all')}) as all_days
    union all
    select day, '' as value, -human, -"unique", -bot, -preview, -duplicate, -own,
      -orders, -revenue_cents, -commission_cents ${withValue}`
}

/** Returns how many visits other link shorteners counted before the links were imported. */
export async function clicksBefore(
  tx: TransactionSql,
  userId: string,
  { link_uuid, tags }: LinkFilter,
): Promise<number> {
  const [row] = await tx<[{ sum: string }]>`
    select coalesce(sum(clicks_before), 0) as sum from links
    where user_id = ${userId}::uuid and clicks_before > 0
      and (${link_uuid}::uuid is null or id = ${link_uuid}::uuid)
      and (${tags.length}::int = 0 or tags && ${tags}::text[])`
  return Number(row.sum)
}
