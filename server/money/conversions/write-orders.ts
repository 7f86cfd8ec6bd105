import { APP_NAME } from '#contract/app-constants.ts'
import { DELIVERY_COUNT } from '../../people/activity/activity.ts'
import { earningItemsSql } from '../../people/activity/earnings.ts'
import { foldOrderSql } from '../../redirect/analytics/fold-order.ts'
import type { Db } from '../../platform/db/client.ts'
import { part } from '../../platform/db/sql.ts'
import { movementOf } from '../ledger/post.ts'
import type { OrderClick } from './attribution.ts'
import { MAX_ORDERS_PER_CLICK } from './hold-rules.ts'
import { callRow, storeCallsSql } from './postback-calls.ts'
import {
  CONVERSION_COLUMNS,
  earningNews,
  effectOf,
  recordOf,
  type Change,
  type Draft,
} from './write-conversion.ts'

/** New order from a click, before it is stored. */
export type NewOrder = {
  change: Change<Draft>
  click: OrderClick
  /** Number of other orders of the click that its hold rule is based on. */
  clickOrders: number
}

/**
 * Maximum number of orders of a statement. The statement contains it as text, so that PostgreSQL
 * plans for few rows and uses indexes.
 */
export const MAX_ORDERS = 16

/**
 * Saves new orders of different users with one statement, each with the same rows as
 * `writeConversion`. Returns the ids of the saved ones by user. Leaves an order out if its user has
 * not earned before, if another transaction holds the lock of the user, if the order exists, or if
 * the number of orders of its click has crossed the limit. With `waits`, waits for the lock; this is
 * only safe for a single order.
 */
export async function writeOrders(
  db: Db,
  orders: NewOrder[],
  { waits }: { waits: boolean },
): Promise<Map<string, number>> {
  const lock = waits ? part`` : part`skip locked`
  const written = await db.named(waits ? 'order' : 'orders')<{ userId: string; id: number }[]>`
    with given as materialized (
      select one.* from jsonb_array_elements(${JSON.stringify(orders.map(toRow))}::jsonb) as written
      cross join lateral jsonb_to_record(written) as one (user_id uuid, link_id uuid, brand_id uuid,
        click_id uuid, referrer text, device text, country text, facets text, click_orders int,
        conversion jsonb, ordered_at timestamptz, at timestamptz, what text, why text, by text, state text,
        fingerprint text, orders int, revenue_cents bigint, commission_cents bigint,
        has_money boolean, is_counted boolean, call jsonb)
      order by user_id limit 16
    ),
    locked as materialized (
      select given.*, time_zone from given
      cross join lateral (
        select owner from ledger_owners where owner = user_id for update ${lock}
      ) as money
      cross join lateral (
        select id, time_zone from users where id = user_id for no key update ${lock}
      ) as holder
    ),
    looked as materialized (
      select locked.*, orders_of_click(click_id) as present_orders from locked
    ),
    checked as materialized (
      select * from looked where (present_orders >= ${MAX_ORDERS_PER_CLICK}::int)
        = (click_orders >= ${MAX_ORDERS_PER_CLICK}::int)
    ),
    kept as (
      insert into conversions (${CONVERSION_COLUMNS})
      select ${CONVERSION_COLUMNS} from (select conversion from checked) as row
      cross join lateral jsonb_populate_record(null::conversions, conversion)
      order by brand_id, lower(order_id)
      on conflict do nothing returning id, user_id
    ),
    placed as materialized (select kept.id, checked.* from kept join checked using (user_id)),
    person as materialized (select user_id as id, time_zone from placed),
    entered as (
      insert into ledger_entries (transaction_id, account, owner, cents, kind, reference, at)
      select transaction_id, account, owner, cents, what, 'conversion:' || placed.id, at
      from placed join jsonb_to_recordset(${JSON.stringify(orders.flatMap(toEntries))}::jsonb)
        as entry (user_id uuid, transaction_id uuid, account text, owner uuid, cents bigint)
        using (user_id)
    ),
    changed as (
      insert into conversion_changes (conversion_id, what, why, by, state, cents, fingerprint, at)
      select id, what, why, by, state, commission_cents, fingerprint, at
      from placed returning id, conversion_id
    ),
    numbered as (
      update users set change_seq = change_seq + 1 from placed
      where users.id = placed.user_id and placed.link_id is not null and has_money
      returning users.id as user_id, change_seq
    ),
    counted as (
      update links set revenue_cents = links.revenue_cents + placed.revenue_cents,
        commission_cents = links.commission_cents + placed.commission_cents,
        change_seq = numbered.change_seq
      from numbered join placed using (user_id)
      where links.id = placed.link_id and links.user_id = placed.user_id
    ),
    ordered as (
      select user_id, placed.link_id, ordered_at as at, orders, revenue_cents, commission_cents,
        referrer, device, country, facets
      from placed
      where is_counted
    ), ${foldOrderSql},
    called as (${storeCallsSql(part`placed`)}),
    ${earningItemsSql(
      orders.flatMap(({ change: { row, details, news } }) =>
        news ? [earningNews(row, details, news)] : [],
      ),
      part`
        select user_id, placed.id as entry, placed.id || ':' || changed.id as cause,
          coalesce(brands.name, ${APP_NAME}) as subject
        from placed join changed on conversion_id = placed.id
        left join brands on brands.id = placed.brand_id`,
    )}
    select user_id as "userId", id, ${DELIVERY_COUNT} from placed`
  return new Map(written.map(({ userId, id }) => [userId, id]))
}

function toRow({ change, click, clickOrders }: NewOrder) {
  const { row, details, difference } = change
  const { hasMoney, isCounted } = effectOf(change)
  return {
    user_id: row.userId,
    link_id: row.linkId,
    brand_id: row.brandId,
    click_id: click.id,
    ...click.counts,
    click_orders: clickOrders,
    conversion: recordOf(row),
    ordered_at: row.orderedAt,
    at: details.at,
    what: details.what,
    why: details.why ?? '',
    by: details.by ?? '',
    state: row.state,
    fingerprint: details.fingerprint ?? null,
    orders: difference.orders,
    revenue_cents: difference.revenueCents,
    commission_cents: difference.commissionCents,
    has_money: hasMoney,
    is_counted: isCounted,
    call: details.kept ? callRow(details.kept(row)) : null,
  }
}

function toEntries({ change: { row, details, entries } }: NewOrder) {
  const { transactionId, merged } = movementOf(details.what, entries)
  return merged.map((entry) => ({ user_id: row.userId, transaction_id: transactionId, ...entry }))
}
