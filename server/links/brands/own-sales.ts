import { and, count, desc, eq, isNull, notInArray, sql } from 'drizzle-orm'
import type { OwnSales } from '#contract/partners/brands.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { conversions, discountCodes, links } from '../../platform/db/schema.ts'
import { toDollars } from '../../platform/money.ts'

/** States of orders that do not count as sales. */
const UNCOUNTED: ('new' | 'reversed')[] = ['new', 'reversed']

/** Base and commission of orders in cents, as text. */
const SUMS = {
  sold: sql<string>`coalesce(sum(${conversions.baseCents}), 0)::text`,
  earned: sql<string>`coalesce(sum(${conversions.postedCents}), 0)::text`,
}

/** Returns a creator's orders, sales and earnings with a brand. */
export async function ownSales(db: DbOrTx, userId: string, brandId: string): Promise<OwnSales> {
  const [sales] = await db
    .select({
      orders: count(),
      ...SUMS,
    })
    .from(conversions)
    .where(
      and(
        eq(conversions.userId, userId),
        eq(conversions.brandId, brandId),
        notInArray(conversions.state, UNCOUNTED),
      ),
    )
  const [own] = await db
    .select({ links: count() })
    .from(links)
    .where(and(eq(links.userId, userId), eq(links.brandId, brandId)))
  return {
    orders: sales?.orders ?? 0,
    sold: toDollars(Number(sales?.sold ?? 0)),
    earned: toDollars(Number(sales?.earned ?? 0)),
    links: own?.links ?? 0,
    codes: await ownCodes(db, userId, brandId),
  }
}

/** Returns the codes of a creator that the brand has not ended, newest first. */
async function ownCodes(db: DbOrTx, userId: string, brandId: string): Promise<OwnSales['codes']> {
  const rows = await db
    .select({ code: discountCodes.code, orders: count(conversions.id), ...SUMS })
    .from(discountCodes)
    .leftJoin(
      conversions,
      and(
        eq(conversions.discountCodeId, discountCodes.id),
        notInArray(conversions.state, UNCOUNTED),
      ),
    )
    .where(
      and(
        eq(discountCodes.userId, userId),
        eq(discountCodes.brandId, brandId),
        isNull(discountCodes.endedAt),
      ),
    )
    .groupBy(discountCodes.id)
    .orderBy(desc(discountCodes.id))
  return rows.map(({ code, orders, sold, earned }) => ({
    code,
    orders,
    sold: toDollars(Number(sold)),
    earned: toDollars(Number(earned)),
  }))
}
