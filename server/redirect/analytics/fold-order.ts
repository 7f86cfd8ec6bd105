import type { Tx } from '../../platform/db/client.ts'
import { part } from '../../platform/db/sql.ts'
import { insertDaysWithin, insertFacetDaysWithin, JOIN_FACETS } from './into-days.ts'

/** Change of the sums by an order or its correction. Negative for reversed amounts. */
export type OrderDifference = {
  userId: string
  /** Null if the order has no link. */
  linkId: string | null
  /** Time of the order, also for corrections: they belong to the day of the order. */
  at: Date
  orders: number
  revenueCents: number
  commissionCents: number
  /** Referrer, device and country of the click; empty if there is none. */
  referrer: string
  device: string
  country: string
  /** Source, rule and app of the click (server/redirect/clicks/facets.ts). */
  facets: string
}

/**
 * Adds an order to the sums of its day, in the transaction that books it. The user's row stays
 * locked until the commit, as for clicks, because rebuilding the days for another time zone takes
 * the same lock. Does nothing if the user no longer exists.
 */
export async function foldOrder(tx: Tx, order: OrderDifference): Promise<void> {
  const { userId, linkId, at, orders, revenueCents, commissionCents } = order
  await tx.named('fold-order')`
    with person as (
      select id, time_zone from users where id = ${userId}::uuid for no key update
    ),
    ordered as (
      select ${userId}::uuid as user_id, ${linkId}::uuid as link_id, ${at}::timestamptz as at,
        ${orders}::int as orders,
        ${revenueCents}::bigint as revenue_cents, ${commissionCents}::bigint as commission_cents,
        ${order.referrer}::text as referrer, ${order.device}::text as device,
        ${order.country}::text as country, ${order.facets}::text as facets
    ), ${foldOrderSql}
    select 1`
}

/**
 * Fragment of a statement. Needs `with person as (…), ordered as (…)` before it: the locked users,
 * and at most one difference per user.
 */
export const foldOrderSql = part`
  different as (
    insert into order_differences
      (user_id, link_id, at, orders, revenue_cents, commission_cents,
        referrer, device, country, facets)
    select user_id, link_id, at, orders, revenue_cents, commission_cents,
      referrer, device, country, facets
    from person join ordered on user_id = person.id
    returning user_id, link_id, at, orders, revenue_cents, commission_cents,
      referrer, device, country, facets
  ),
  added as (
    select link_id, person.id as user_id,
      (at at time zone coalesce(time_zone, 'UTC'))::date as day, referrer, device, country,
      0 as human, 0 as "unique", 0 as bot, 0 as preview, 0 as duplicate, 0 as own,
      orders, revenue_cents, commission_cents, facets
    from person join different on user_id = person.id
  ), ${insertDaysWithin},
  faceted as (select added.*, facet, value from added ${JOIN_FACETS} where link_id is not null),
  ${insertFacetDaysWithin}`
