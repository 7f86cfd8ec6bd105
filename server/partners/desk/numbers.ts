import { and, eq, gte, lt, lte, ne, sql, type SQL } from 'drizzle-orm'
import type { DbOrTx } from '../../platform/db/client.ts'
import { brandDays, conversions } from '../../platform/db/schema.ts'
import { endOf, startOf, type Range } from './range.ts'

/**
 * Statistics of partners. Clicks are human visits. Sales are the amounts that commission is
 * calculated from, without reversed orders. Commission is what the brand pays.
 */
export type Sums = {
  clicks: number
  orders: number
  salesCents: number
  returnedCents: number
  commissionCents: number
}
export type DaySums = Sums & { day: string }
export type PartnerSums = Sums & { userId: string }

export const PAGE_ROWS = 50

const clickSum = sql<number>`coalesce(sum(${brandDays.human} + ${brandDays.unique}), 0)::int`
const clicks = clickSum.as('clicks')
const salesSum = sql<number>`coalesce(sum(${conversions.baseCents})
    filter (where ${conversions.state} <> 'reversed'), 0)::float8`
const orderSums = {
  orders: sql<number>`count(*) filter (where ${conversions.state} <> 'reversed')::int`.as('orders'),
  salesCents: salesSum.as('sales_cents'),
  returnedCents: sql<number>`coalesce(sum(${conversions.baseCents})
    filter (where ${conversions.state} = 'reversed'), 0)::float8`.as('returned_cents'),
  commissionCents: sql<number>`coalesce(sum(${conversions.postedFeeCents}), 0)::float8`.as(
    'commission_cents',
  ),
}

const isVisitOf = (brandId: string, { from, to }: Range, ...more: (SQL | undefined)[]) =>
  and(eq(brandDays.brandId, brandId), gte(brandDays.day, from), lte(brandDays.day, to), ...more)

const isOrderOf = (brandId: string) =>
  and(
    eq(conversions.brandId, brandId),
    eq(conversions.kind, 'commission'),
    ne(conversions.state, 'new'),
  )

const isOrderIn = (brandId: string, range: Range, ...more: (SQL | undefined)[]) =>
  and(
    isOrderOf(brandId),
    gte(conversions.orderedAt, startOf(range.from)),
    lt(conversions.orderedAt, endOf(range)),
    ...more,
  )

/**
 * Returns statistics by day, for a brand or one of its partners. Days without clicks and orders are
 * left out.
 */
export async function readDays(
  db: DbOrTx,
  brandId: string,
  range: Range,
  userId?: string,
): Promise<Map<string, DaySums>> {
  const day = sql<string>`(${conversions.orderedAt} at time zone 'UTC')::date::text`
  const visits = await db
    .select({ day: brandDays.day, clicks })
    .from(brandDays)
    .where(
      isVisitOf(brandId, range, userId === undefined ? undefined : eq(brandDays.userId, userId)),
    )
    .groupBy(brandDays.day)
  const sales = await db
    .select({ day, ...orderSums })
    .from(conversions)
    .where(
      isOrderIn(brandId, range, userId === undefined ? undefined : eq(conversions.userId, userId)),
    )
    .groupBy(day)
  const days = new Map<string, DaySums>()
  for (const row of visits) days.set(row.day, { ...ZERO_SUMS, ...row })
  for (const row of sales) days.set(row.day, { ...ZERO_SUMS, ...days.get(row.day), ...row })
  return days
}

export const ZERO_SUMS: Sums = {
  clicks: 0,
  orders: 0,
  salesCents: 0,
  returnedCents: 0,
  commissionCents: 0,
}

export const addUp = (all: Iterable<Sums>): Sums => {
  const sum = { ...ZERO_SUMS }
  for (const one of all)
    for (const name of Object.keys(ZERO_SUMS) as (keyof Sums)[]) sum[name] += one[name]
  return sum
}

type Page = { page: number; rows: number }

/**
 * Returns partners with at least one click or order, those with the highest sales first, and their
 * total number.
 */
export async function readPartners(
  db: DbOrTx,
  brandId: string,
  range: Range,
  { page, rows }: Page,
): Promise<{ people: PartnerSums[]; count: number }> {
  const visits = db
    .select({ userId: brandDays.userId, clicks })
    .from(brandDays)
    .where(isVisitOf(brandId, range))
    .groupBy(brandDays.userId)
    .as('visits')
  const sales = db
    .select({ userId: conversions.userId, ...orderSums })
    .from(conversions)
    .where(isOrderIn(brandId, range))
    .groupBy(conversions.userId)
    .as('sales')
  const found = await db
    .select({
      userId: sql<string>`coalesce(${visits.userId}, ${sales.userId})`.as('who'),
      clicks: sql<number>`coalesce(${visits.clicks}, 0)`.as('all_clicks'),
      orders: sql<number>`coalesce(${sales.orders}, 0)`.as('all_orders'),
      salesCents: sql<number>`coalesce(${sales.salesCents}, 0)`.as('all_sales'),
      returnedCents: sql<number>`coalesce(${sales.returnedCents}, 0)`.as('all_returned'),
      commissionCents: sql<number>`coalesce(${sales.commissionCents}, 0)`.as('all_commission'),
      count: sql<number>`(count(*) over ())::int`.as('all_people'),
    })
    .from(visits)
    .fullJoin(sales, eq(visits.userId, sales.userId))
    .orderBy(sql`all_sales desc, all_clicks desc, who`)
    .limit(rows)
    .offset((page - 1) * rows)
  return { people: found, count: found[0]?.count ?? 0 }
}

export type Period = Pick<Range, 'from' | 'to'>
/** Statistics of a period. `partners` have at least one click or order in it. */
export type PeriodSums = { partners: number; clicks: number; salesCents: number }

/** Returns statistics of each period, in the same order. Periods may overlap. */
export async function readPeriods(
  db: DbOrTx,
  brandId: string,
  spans: readonly Period[],
): Promise<PeriodSums[]> {
  const visits = sql`${brandDays} where ${brandDays.brandId} = ${brandId}
    and ${brandDays.day} between span.first and span.last`
  const orders = sql`${conversions} where ${isOrderOf(brandId)}
    and ${conversions.orderedAt} >= span.first::timestamp at time zone 'UTC'
    and ${conversions.orderedAt} < (span.last + 1)::timestamp at time zone 'UTC'`
  const people = sql`select ${brandDays.userId} from ${visits}
    union select ${conversions.userId} from ${orders}`
  return db.execute<PeriodSums>(sql`
    select (select count(*)::int from (${people}) as people) as partners,
      (select ${clickSum} from ${visits}) as clicks,
      (select ${salesSum} from ${orders}) as "salesCents"
    from unnest(
      ${sql.param(spans.map(({ from }) => from))}::date[],
      ${sql.param(spans.map(({ to }) => to))}::date[]
    ) with ordinality as span(first, last, nth)
    order by span.nth`)
}
