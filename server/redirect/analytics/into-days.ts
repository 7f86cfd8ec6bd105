import { part } from '../../platform/db/sql.ts'

/** Assignments of an upsert that add the new sums to the `known` ones. */
const ADDED_SUMS = part`
  human = known.human + excluded.human,
  "unique" = known."unique" + excluded."unique",
  bot = known.bot + excluded.bot,
  preview = known.preview + excluded.preview,
  duplicate = known.duplicate + excluded.duplicate,
  own = known.own + excluded.own,
  orders = known.orders + excluded.orders,
  revenue_cents = known.revenue_cents + excluded.revenue_cents,
  commission_cents = known.commission_cents + excluded.commission_cents`

/** Columns with sums that the daily tables share. */
export const SUM_COLUMNS = part`
  human, "unique", bot, preview, duplicate, own, orders, revenue_cents, commission_cents`

const TOTAL_SUMS = part`
  sum(human), sum("unique"), sum(bot), sum(preview), sum(duplicate), sum(own),
  sum(orders), sum(revenue_cents), sum(commission_cents)`

const insertLinkDays = part`
    insert into link_days as known (link_id, user_id, day, referrer, device, country, ${SUM_COLUMNS})
    select link_id, user_id, day, referrer, device, country, ${SUM_COLUMNS}
    from added where link_id is not null
    on conflict (link_id, day, referrer, device, country) do update set ${ADDED_SUMS}`

const insertUserDays = part`
  insert into user_days as known (user_id, dimension, day, value, ${SUM_COLUMNS})
  select user_id, dimension, day, value, ${TOTAL_SUMS}
  from added cross join lateral (values ('all', ''), ('link', coalesce(link_id::text, '')),
    ('referrer', referrer), ('device', device), ('country', country)) as by_one (dimension, value)
  group by user_id, dimension, day, value
  on conflict (user_id, dimension, day, value) do update set ${ADDED_SUMS}`

/**
 * End of a statement. Needs `with added as (…)` before it, with one row per link, day, referrer,
 * device and country. Adds these rows to the daily sums of the link and of its owner. The link may
 * be null.
 */
export const insertDays = part`by_link as (${insertLinkDays}) ${insertUserDays}`

/** Same as `insertDays`, for use in the middle of a statement. */
export const insertDaysWithin = part`by_link as (${insertLinkDays}), by_person as (${insertUserDays})`

/**
 * Parts of a statement after `with faceted as (…)`, which has one row per link, day, facet and
 * value. Adds these rows to the daily sums of the link and, for facets that mean the same on every
 * link, of its owner. Rules belong to one link.
 */
export const insertFacetDaysWithin = part`by_link_facet as (
    insert into link_facet_days as known (link_id, user_id, day, facet, value, ${SUM_COLUMNS})
    select link_id, user_id, day, facet, value, ${SUM_COLUMNS}
    from faceted
    on conflict (link_id, day, facet, value) do update set ${ADDED_SUMS}),
  by_person_facet as (
    insert into user_days as known (user_id, dimension, day, value, ${SUM_COLUMNS})
    select user_id, facet, day, value, ${TOTAL_SUMS}
    from faceted where facet <> 'rule'
    group by user_id, facet, day, value
    on conflict (user_id, dimension, day, value) do update set ${ADDED_SUMS})`

/**
 * Join that turns the `facets` column of the rows before it into one row per facet that has a
 * value, with columns `facet` and `value`.
 */
export const JOIN_FACETS = part`
  join lateral (values ('source', split_part(facets, '|', 1)), ('rule', split_part(facets, '|', 2)),
    ('app', split_part(facets, '|', 3))) as one_facet (facet, value)
  on facets <> '' and value <> ''`
