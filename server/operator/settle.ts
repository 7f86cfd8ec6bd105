import { eq } from 'drizzle-orm'
import { bookSettlement, freeFunds, fundOrders } from '../money/conversions/funding.ts'
import { ConfigError } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { brands } from '../platform/db/schema.ts'
import { formatCents } from '../platform/money.ts'

type Payment = {
  /** Key of the brand that has paid. */
  key: string
  cents: number
  /** Reference of the payment. A brand's payment with a known reference is refused. */
  reference: string
}

/**
 * Books a payment of a brand and covers its orders. Returns a sentence with the result.
 *
 * @throws ConfigError if there is no such brand or the payment is booked already.
 */
export async function settle(db: Db, { key, cents, reference }: Payment): Promise<string> {
  const [brand] = await db.select().from(brands).where(eq(brands.key, key))
  if (!brand) throw new ConfigError(`There is no brand ${key}.`)
  const at = new Date()
  const paid = { brandId: brand.id, cents, reference, at }
  const id = await db.transaction((tx) => bookSettlement(tx, paid))
  if (id === undefined) throw new ConfigError(`${reference} of ${key} is already booked.`)
  const covered = await fundOrders(db, brand.id, at)
  const orders = covered === 1 ? '1 order' : `${covered} orders`
  const left = await freeFunds(db, brand.id)
  const rest =
    left > 0 ? ` ${formatCents(left)} is left and covers the next approved orders of ${key}.` : ''
  return `${formatCents(cents)} of ${key} is booked. It covers ${orders}.${rest}`
}
