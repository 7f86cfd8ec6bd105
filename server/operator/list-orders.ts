import { and, desc, eq } from 'drizzle-orm'
import { exponentOf } from '../platform/currencies.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import type { Db } from '../platform/db/client.ts'
import { brands, conversions, users } from '../platform/db/schema.ts'
import { earnedText } from './earned.ts'
import type { MoneyOptions, Work } from './money-verb.ts'
import { formatMinute, printable } from './printable.ts'

export const ORDERS_PER_PAGE = 100
export const ORDER_STATES = ['pending', 'held', 'approved', 'available', 'reversed'] as const

type OrderFilter = {
  brandId?: string | undefined
  state?: (typeof ORDER_STATES)[number] | undefined
  offset: number
}

/** Returns a page of orders, newest first, and one more if there are older ones. */
export function readOrders(db: Db, { brandId, state, offset }: OrderFilter) {
  return db
    .select({
      row: conversions,
      brand: brands.key,
      brandName: brands.name,
      email: users.email,
    })
    .from(conversions)
    .leftJoin(brands, eq(brands.id, conversions.brandId))
    .leftJoin(users, eq(users.id, conversions.userId))
    .where(
      and(
        eq(conversions.kind, 'commission'),
        brandId === undefined ? undefined : eq(conversions.brandId, brandId),
        state === undefined ? undefined : eq(conversions.state, state),
      ),
    )
    .orderBy(desc(conversions.id))
    .limit(ORDERS_PER_PAGE + 1)
    .offset(offset)
}

export type ListedOrder = Awaited<ReturnType<typeof readOrders>>[number]

/** Lists orders, newest first, 100 per page. Can be filtered by brand and state. */
export function listOrders({ brand, status, page = '1' }: MoneyOptions): Work {
  const state = ORDER_STATES.find((one) => one === status)
  if (status !== undefined && !state)
    throw new ConfigError(`--status must be one of ${ORDER_STATES.join(', ')}.`)
  if (!/^[1-9]\d{0,5}$/.test(page)) throw new ConfigError('--page must be a number from 1 on.')
  return async (db) => {
    const [found] =
      brand === undefined ? [] : await db.select().from(brands).where(eq(brands.key, brand))
    if (brand !== undefined && !found) throw new ConfigError(`There is no brand ${brand}.`)
    const offset = (Number(page) - 1) * ORDERS_PER_PAGE
    const rows = await readOrders(db, { brandId: found?.id, state, offset })
    if (rows.length === 0) return 'There are no such orders.'
    const lines = rows.slice(0, ORDERS_PER_PAGE).map(lineOf)
    const more = rows.length > ORDERS_PER_PAGE ? [`More: --page ${Number(page) + 1}`] : []
    return [...lines, ...more].join('\n')
  }
}

/** Returns what the creator earns. A reversed order earns nothing, so its line leaves this out. */
const commissionText = (row: ListedOrder['row']) =>
  row.dollars === null ? earnedText(row) : `earns ${earnedText(row)}`

/** Returns the amount of an order in its currency, such as "80.00 USD". */
export const amountText = ({ originalMinor, currency }: ListedOrder['row']) => {
  const digits = exponentOf(currency)
  return `${(originalMinor / 10 ** digits).toFixed(digits)} ${currency}`
}

function lineOf({ row, brand }: ListedOrder): string {
  return printable(
    [
      row.id,
      brand,
      row.orderId,
      row.state,
      amountText(row),
      ...(row.state === 'reversed' ? [] : [commissionText(row)]),
      formatMinute(row.orderedAt),
    ].join('  '),
  )
}
