import { asc, desc, eq, and, lte } from 'drizzle-orm'
import type { DbOrTx } from '../../platform/db/client.ts'
import { exactCreatorRate, rateAt, type Rate, type SaleKind } from '../../links/brands/rates.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'
import { currencyRates, type brandRates, type brands } from '../../platform/db/schema.ts'

export type BrandRow = typeof brands.$inferSelect
type RateRow = Omit<typeof brandRates.$inferSelect, 'id' | 'brandId'>

/**
 * Returns the percentages of a brand by product category and customer, at the time of click and
 * order.
 */
export type RateTable = (sold: SaleKind, clickAt: Date | null, orderedAt: Date) => Rate

const WHOLE = 10_000

export async function ratesOf(db: DbOrTx, brand: BrandRow): Promise<RateTable> {
  const [{ rates }] = await db.named('brand-rates')<[{ rates: RateRows }]>`
    select ${rateRows(part`${brand.id}::uuid`)} as rates`
  return tableOf(brand, rates)
}

export type RateRows = (Omit<RateRow, 'startsAt'> & { startsMs: number })[]

/** Returns all percentages of a brand as one JSON value of a statement. */
export const rateRows = (brandId: SqlPart): SqlPart => part`
  (select coalesce(json_agg(json_build_object('category', category, 'newCustomers', new_customers,
    'rateBasisPoints', rate_basis_points, 'shareBasisPoints', share_basis_points,
    'startsMs', (extract(epoch from starts_at) * 1000)::float8) order by starts_at, id), '[]')
  from brand_rates where brand_id = ${brandId})`

export function tableOf(brand: BrandRow, found: RateRows): RateTable {
  const rows = found.map((row) => ({ ...row, startsAt: new Date(row.startsMs) }))
  // A brand without a history has always had its current percentage.
  const defaultRate = { rateBasisPoints: brand.commissionBasisPoints, shareBasisPoints: WHOLE }
  return (sold, clickAt, orderedAt) => {
    const atOrder = rateAt(rows, sold, orderedAt) ?? defaultRate
    const atClick = clickAt ? (rateAt(rows, sold, clickAt) ?? defaultRate) : atOrder
    // The percentage at the click applies if it was higher.
    return exactCreatorRate(atClick) > exactCreatorRate(atOrder) ? atClick : atOrder
  }
}

export type DollarRate = { dollars: string; dollarsDay: string }

/**
 * Returns the operator's exchange rate of a currency to US dollars on that day; undefined if there
 * is none.
 */
export async function dollarsOf(
  db: DbOrTx,
  currency: string,
  at: Date,
): Promise<DollarRate | undefined> {
  const day = at.toISOString().slice(0, 10)
  if (currency === 'USD') return { dollars: '1', dollarsDay: day }
  const known = db.select().from(currencyRates)
  const [rateOfDay] = await known
    .where(and(eq(currencyRates.currency, currency), lte(currencyRates.day, day)))
    .orderBy(desc(currencyRates.day))
    .limit(1)
  if (rateOfDay) return { dollars: rateOfDay.dollars, dollarsDay: rateOfDay.day }
  // The rate was entered after the order: use the first one.
  const [first] = await db
    .select()
    .from(currencyRates)
    .where(eq(currencyRates.currency, currency))
    .orderBy(asc(currencyRates.day))
    .limit(1)
  return first && { dollars: first.dollars, dollarsDay: first.day }
}
