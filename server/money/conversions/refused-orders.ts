import type { DbOrTx } from '../../platform/db/client.ts'
import type { OrderOwner } from './attribution.ts'
import type { OrderClaim } from './postback-input.ts'
import type { BrandRow } from './rates.ts'
import type { Refusal } from './record-order.ts'

type RefusedOrder = { brand: BrandRow; found: OrderOwner; claim: OrderClaim; why: string; at: Date }

/**
 * Adds a refused order to the missing sales of the creator whose link led to it. Does nothing if
 * the order is recorded, if its link is unknown, or if the creator has reported it.
 */
export async function storeRefusedOrder(
  db: DbOrTx,
  { brand, found, claim, why, at }: RefusedOrder,
): Promise<void> {
  if ('owner' in found || !found.attributed || claim.orderId === '') return
  const { userId } = found.attributed
  const day = (claim.orderedAt ?? at.toISOString()).slice(0, 10)
  await db.named('refused-order')`
    insert into missing_sales
      (user_id, day, shop, order_number, state, answer, brand_id, created_at, answered_at)
    values (${userId}::uuid, ${day}::date, ${brand.name}, ${claim.orderId}, 'declined',
      ${`The shop’s report was refused. ${why}`}, ${brand.id}::uuid, ${at}::timestamptz,
      ${at}::timestamptz)
    on conflict (user_id, lower(shop), lower(order_number)) do update
    set answer = excluded.answer, answered_at = excluded.answered_at
    where missing_sales.brand_id = excluded.brand_id`
}

/** Returns errors as one text, each with its field. */
export const textOf = ({ errors }: Refusal): string =>
  Object.entries(errors)
    .map(([field, messages]) =>
      field === WHOLE_CALL ? messages.join(' ') : `${field}: ${messages.join(' ')}`,
    )
    .join(' ')

export const WHOLE_CALL = 'non_field_errors'
