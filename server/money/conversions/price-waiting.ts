import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/client.ts'
import { conversions } from '../../platform/db/schema.ts'
import { lockOwners } from '../ledger/lock.ts'
import { amountFacts } from './change-order.ts'
import { move } from './move.ts'
import { dollarsOf } from './rates.ts'
import { isAvailable, type Conversion } from './states.ts'

const isWaiting = and(isNull(conversions.dollars), ne(conversions.state, 'reversed'))

/** Converts orders whose currency had no exchange rate, once the operator has entered one. */
export async function priceWaiting(db: Db, at: Date): Promise<void> {
  const rows = await db.select().from(conversions).where(isWaiting).orderBy(conversions.id)
  for (const row of rows) {
    const rate = await dollarsOf(db, row.currency, row.orderedAt)
    if (rate) await db.transaction((tx) => price(tx, row, rate, at))
  }
}

async function price(
  tx: Tx,
  { id, userId }: Conversion,
  rate: { dollars: string; dollarsDay: string },
  at: Date,
) {
  await lockOwners(tx, [userId])
  const [row] = await tx
    .select()
    .from(conversions)
    .where(and(eq(conversions.id, id), isWaiting))
  if (!row) return
  const facts = { ...rate, ...amountFacts({ ...row, ...rate }, row.originalMinor) }
  await move(tx, row, facts, {
    what: isAvailable({ ...row, ...facts }, at) ? 'available' : 'priced',
    at,
  })
}
