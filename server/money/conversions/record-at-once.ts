import type { Db } from '../../platform/db/client.ts'
import type { Facts } from './hold-rules.ts'
import { writeOrder } from './order-writer.ts'
import { changeOf } from './place.ts'
import { dollarsOf } from './rates.ts'
import { draftOf, orderTimeOf, type Order, type Refusal } from './record-order.ts'
import type { Conversion } from './states.ts'

/**
 * Records the most common kind of order with one statement: a new pending order from a click, for a
 * user who has earned before. Pending orders have no effect on bonuses, rewards or payout requests.
 * Returns undefined, without writing anything, if the order is of another kind, is already recorded,
 * or needs a review because of other orders from the same click meanwhile.
 */
export async function recordInOneStatement(
  db: Db,
  order: Order,
  known: Facts,
): Promise<{ conversion: Conversion } | Refusal | undefined> {
  const { input, attributed } = order
  if (input.status !== 'pending' || !attributed.click) return undefined
  const when = orderTimeOf(order)
  if ('errors' in when) return when
  const dollars = await dollarsOf(db, input.currency, when.orderedAt)
  const { draft, facts, details } = draftOf({ ...order, ...when }, known, dollars)
  const change = changeOf(draft, facts, details)
  const id = await writeOrder(db, { change, click: attributed.click, clickOrders: known.orders })
  return id === undefined ? undefined : { conversion: { ...change.row, id } }
}
