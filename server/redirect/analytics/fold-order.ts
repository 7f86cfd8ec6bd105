import type { Tx } from '../../platform/db/client.ts'
import { part } from '../../platform/db/sql.ts'
import { alsoIntoDays } from './into-days.ts'

/** What changes with an order, and with each correction of it: below zero where something is taken back. */
export type OrderDifference = {
  userId: string
  /** Null where there is no link. */
  linkId: string | null
  /** When it was ordered, of corrections too: they belong to the day of the order. */
  at: Date
  orders: number
  revenueCents: number
  commissionCents: number
  /** Those of the click; empty where there is none. */
  referrer: string
  device: string
  country: string
}

/**
 * Adds an order to its day, in the transaction that books it. The person's row stays locked until the
 * commit, as with clicks: days are moved to another time zone under the same lock. A person who is
 * gone has no days any more.
 */
export async function foldOrder(tx: Tx, order: OrderDifference): Promise<void> {
  const { userId, linkId, at, orders, revenueCents, commissionCents } = order
  await tx.named('fold-order')`
    with person as (
      select id, time_zone from users where id = ${userId}::uuid for no key update
    ),
    ordered as (
      select ${linkId}::uuid as link_id, ${at}::timestamptz as at, ${orders}::int as orders,
        ${revenueCents}::bigint as revenue_cents, ${commissionCents}::bigint as commission_cents,
        ${order.referrer}::text as referrer, ${order.device}::text as device,
        ${order.country}::text as country
    ), ${foldOrdered}
    select 1`
}

/** A part of a statement that has said `with person as (…), ordered as (…)`: the row locked, and a difference or none. */
export const foldOrdered = part`
  different as (
    insert into order_differences
      (user_id, link_id, at, orders, revenue_cents, commission_cents, referrer, device, country)
    select person.id, link_id, at, orders, revenue_cents, commission_cents, referrer, device, country
    from person cross join ordered
    returning user_id, link_id, at, orders, revenue_cents, commission_cents, referrer, device, country
  ),
  added as (
    select link_id, person.id as user_id,
      (at at time zone coalesce(time_zone, 'UTC'))::date as day, referrer, device, country,
      0 as human, 0 as "unique", 0 as bot, 0 as preview, 0 as duplicate, 0 as own,
      orders, revenue_cents, commission_cents
    from person join different on user_id = person.id
  ), ${alsoIntoDays}`
