import { and, desc, eq, type SQL } from 'drizzle-orm'
import { exponentOf } from '../platform/currencies.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import { brands, conversions } from '../platform/db/schema.ts'
import { earnedText } from './earned.ts'
import type { MoneyOptions, Work } from './money-verb.ts'
import { formatMinute, printable } from './printable.ts'

const PAGE_SIZE = 100
const STATES = ['pending', 'held', 'approved', 'available', 'reversed'] as const

/** Lists orders, newest first, 100 per page. Can be filtered by brand and state. */
export function listOrders({ brand, status, page = '1' }: MoneyOptions): Work {
  const state = STATES.find((one) => one === status)
  if (status !== undefined && !state)
    throw new ConfigError(`--status must be one of ${STATES.join(', ')}.`)
  if (!/^[1-9]\d{0,5}$/.test(page)) throw new ConfigError('--page must be a number from 1 on.')
  return async (db) => {
    const filters: SQL[] = [eq(conversions.kind, 'commission')]
    if (state) filters.push(eq(conversions.state, state))
    if (brand !== undefined) {
      const [found] = await db.select().from(brands).where(eq(brands.key, brand))
      if (!found) throw new ConfigError(`There is no brand ${brand}.`)
      filters.push(eq(conversions.brandId, found.id))
    }
    const rows = await db
      .select({ row: conversions, brand: brands.key })
      .from(conversions)
      .leftJoin(brands, eq(brands.id, conversions.brandId))
      .where(and(...filters))
      .orderBy(desc(conversions.id))
      .limit(PAGE_SIZE + 1)
      .offset((Number(page) - 1) * PAGE_SIZE)
    if (rows.length === 0) return 'There are no such orders.'
    const lines = rows.slice(0, PAGE_SIZE).map(lineOf)
    const more = rows.length > PAGE_SIZE ? [`More: --page ${Number(page) + 1}`] : []
    return [...lines, ...more].join('\n')
  }
}

/** Returns what the creator earns. A reversed order earns nothing, so its line leaves this out. */
const commissionText = (row: ListedOrder['row']) =>
  row.dollars === null ? earnedText(row) : `earns ${earnedText(row)}`

type ListedOrder = { row: typeof conversions.$inferSelect; brand: string | null }

function lineOf({ row, brand }: ListedOrder): string {
  const amount = (row.originalMinor / 10 ** exponentOf(row.currency)).toFixed(
    exponentOf(row.currency),
  )
  return printable(
    [
      row.id,
      brand,
      row.orderId,
      row.state,
      `${amount} ${row.currency}`,
      ...(row.state === 'reversed' ? [] : [commissionText(row)]),
      formatMinute(row.orderedAt),
    ].join('  '),
  )
}
