import type { Db } from '../../platform/db/client.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'
import { MOST_ORDERS, type Facts } from './doubts.ts'
import { place } from './place.ts'
import { dollarsOf } from './rates.ts'
import { drafted, whenOf, type Order, type Refused } from './record-order.ts'
import type { Conversion } from './states.ts'

/**
 * What nearly all orders are, in one statement that is its own transaction: a new one that waits for its
 * brand's word, of a click, for somebody who has earned before. Nothing follows from such a one: bonuses,
 * rewards and requests are of what was approved. Undefined where it is another, where it is recorded
 * already, or where so many others of the same click came in between that it is looked at: nothing was
 * written then.
 */
export async function recordAtOnce(
  db: Db,
  order: Order,
  known: Facts,
): Promise<{ conversion: Conversion } | Refused | undefined> {
  const { input, attributed } = order
  if (input.status !== 'pending' || !attributed.click) return undefined
  const when = whenOf(order)
  if ('errors' in when) return when
  const dollars = await dollarsOf(db, input.currency, when.orderedAt)
  const { draft, facts, said } = drafted({ ...order, ...when }, known, dollars)
  const under = lockOf(attributed.userId, attributed.click.id, known.orders)
  const conversion = await place(db, draft, facts, { ...said, under })
  return conversion && { conversion }
}

/**
 * The lock of the person, and a row under it while the click has as many orders as was thought. A
 * statement sees what there was when it began; `orders_of_click` sees what there is once the lock is had.
 */
const lockOf = (userId: string, clickId: string, orders: number): SqlPart => part`
  locked as materialized (
    select owner from ledger_owners where owner = ${userId}::uuid for update
  ),
  looked as materialized (select orders_of_click(${clickId}::uuid) as orders from locked),
  under as materialized (
    select from looked where (orders >= ${MOST_ORDERS}::int) = ${orders >= MOST_ORDERS}::boolean
  )`
