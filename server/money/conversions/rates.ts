import { asc, desc, eq, and, lte } from 'drizzle-orm'
import type { DbOrTx } from '../../platform/db/client.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'
import { currencyRates, type brandRates, type brands } from '../../platform/db/schema.ts'

export type BrandRow = typeof brands.$inferSelect
type RateRow = Omit<typeof brandRates.$inferSelect, 'id' | 'brandId'>
export type Rate = Pick<RateRow, 'rateBasisPoints' | 'shareBasisPoints'>
export type SoldAs = { category: string; isNewCustomer: boolean }

/** Percentages of a brand, by what was sold to whom, at the click and at the order. */
export type RateTable = (sold: SoldAs, clickAt: Date | null, orderedAt: Date) => Rate

const WHOLE = 10_000

export async function ratesOf(db: DbOrTx, brand: BrandRow): Promise<RateTable> {
  const [{ rates }] = await db.named('brand-rates')<[{ rates: RateRows }]>`
    select ${rateRows(part`${brand.id}::uuid`)} as rates`
  return tableOf(brand, rates)
}

export type RateRows = (Omit<RateRow, 'startsAt'> & { startsMs: number })[]

/** All percentages of a brand as one value of a statement. */
export const rateRows = (brandId: SqlPart): SqlPart => part`
  (select coalesce(json_agg(json_build_object('category', category, 'newCustomers', new_customers,
    'rateBasisPoints', rate_basis_points, 'shareBasisPoints', share_basis_points,
    'startsMs', (extract(epoch from starts_at) * 1000)::float8) order by starts_at, id), '[]')
  from brand_rates where brand_id = ${brandId})`

export function tableOf(brand: BrandRow, found: RateRows): RateTable {
  const rows = found.map((row) => ({ ...row, startsAt: new Date(row.startsMs) }))
  // A brand without a history has had today's percentage all along.
  const otherwise = { rateBasisPoints: brand.commissionBasisPoints, shareBasisPoints: WHOLE }
  return (sold, clickAt, orderedAt) => {
    const atOrder = rateAt(rows, sold, orderedAt) ?? otherwise
    const atClick = clickAt ? (rateAt(rows, sold, clickAt) ?? otherwise) : atOrder
    // What was promised at the click holds, where it was more (D-44).
    return worthOf(atClick) > worthOf(atOrder) ? atClick : atOrder
  }
}

const worthOf = ({ rateBasisPoints, shareBasisPoints }: Rate) => rateBasisPoints * shareBasisPoints

/** The latest that had begun by then: for these customers before all, for this category before the rest. */
function rateAt(rows: RateRow[], { category, isNewCustomer }: SoldAs, at: Date): Rate | undefined {
  const begun = rows.filter((row) => row.startsAt <= at)
  const kinds = [
    ...(isNewCustomer ? [{ category, isNew: true }] : []),
    { category, isNew: false },
    ...(isNewCustomer ? [{ category: '', isNew: true }] : []),
    { category: '', isNew: false },
  ]
  for (const kind of kinds) {
    const found = begun.findLast(
      (row) => row.category === kind.category && row.newCustomers === kind.isNew,
    )
    if (found) return found
  }
  // A history that began later than the click: its first row was today's all along.
  return rows.find((row) => row.category === '' && !row.newCustomers)
}

export type DollarRate = { dollars: string; dollarsDay: string }

/** What a unit of a currency was in dollars that day, by the operator; undefined: they have not said. */
export async function dollarsOf(
  db: DbOrTx,
  currency: string,
  at: Date,
): Promise<DollarRate | undefined> {
  const day = at.toISOString().slice(0, 10)
  if (currency === 'USD') return { dollars: '1', dollarsDay: day }
  const known = db.select().from(currencyRates)
  const [then] = await known
    .where(and(eq(currencyRates.currency, currency), lte(currencyRates.day, day)))
    .orderBy(desc(currencyRates.day))
    .limit(1)
  if (then) return { dollars: then.dollars, dollarsDay: then.day }
  // Entered only after the order: the first there is.
  const [first] = await db
    .select()
    .from(currencyRates)
    .where(eq(currencyRates.currency, currency))
    .orderBy(asc(currencyRates.day))
    .limit(1)
  return first && { dollars: first.dollars, dollarsDay: first.day }
}
