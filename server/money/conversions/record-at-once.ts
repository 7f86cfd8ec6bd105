import type { Db } from '../../platform/db/client.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'
import { MAX_ORDERS_PER_CLICK, type Facts } from './hold-rules.ts'
import { place } from './place.ts'
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
  const under = lockSql(attributed.userId, attributed.click.id, known.orders)
  const conversion = await place(db, draft, facts, { ...details, under })
  return conversion && { conversion }
}

/**
 * Returns the lock of the user, with a row only if the number of orders of the click is still on
 * the same side of the limit. A statement sees the data from its start; the function
 * `orders_of_click` sees the data after the lock.
 */
const lockSql = (userId: string, clickId: string, orders: number): SqlPart => part`
  locked as materialized (
    select owner from ledger_owners where owner = ${userId}::uuid for update
  ),
  looked as materialized (select orders_of_click(${clickId}::uuid) as orders from locked),
  under as materialized (
    select from looked where (orders >= ${MAX_ORDERS_PER_CLICK}::int) = ${orders >= MAX_ORDERS_PER_CLICK}::boolean
  )`
