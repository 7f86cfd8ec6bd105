import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { orderDifferences, users } from '../db/schema.ts'

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
  const [owner] = await tx
    .select({ timeZone: users.timeZone })
    .from(users)
    .where(eq(users.id, order.userId))
    .for('no key update')
  if (!owner) return
  await tx.insert(orderDifferences).values(order)
  const { userId, linkId, orders, revenueCents, commissionCents } = order
  const { referrer, device, country } = order
  const day = sql`(${order.at.toISOString()}::timestamptz at time zone ${owner.timeZone ?? 'UTC'})::date`
  const added = sql`${orders}::int, ${revenueCents}::bigint, ${commissionCents}::bigint`
  const addUp = sql`
    orders = known.orders + excluded.orders,
    revenue_cents = known.revenue_cents + excluded.revenue_cents,
    commission_cents = known.commission_cents + excluded.commission_cents`
  if (linkId !== null)
    await tx.execute(sql`
      insert into link_days as known
        (link_id, day, referrer, device, country, user_id, orders, revenue_cents, commission_cents)
      values (${linkId}, ${day}, ${referrer}, ${device}, ${country}, ${userId}, ${added})
      on conflict (link_id, day, referrer, device, country) do update set ${addUp}`)
  await tx.execute(sql`
    insert into user_days as known
      (user_id, dimension, day, value, orders, revenue_cents, commission_cents)
    select ${userId}::uuid, dimension, ${day}, value, ${added}
    from (values ('all', ''), ('link', ${linkId ?? ''}), ('referrer', ${referrer}),
      ('device', ${device}), ('country', ${country})) as by_one (dimension, value)
    on conflict (user_id, dimension, day, value) do update set ${addUp}`)
}
