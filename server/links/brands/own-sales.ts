import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { DiscountCodes, OwnSales } from '#contract/partners/brands.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { brands, conversions, discountCodes, links } from '../../platform/db/schema.ts'
import { toDollars } from '../../platform/money.ts'
import { isCountedSale, soldCents } from './counted-sales.ts'

/** Base and commission of orders in cents. */
const SUMS = {
  soldCents,
  earnedCents: sql<number>`coalesce(sum(${conversions.postedCents}), 0)::float8`,
}

/** Returns a creator's orders, sales and earnings with a brand. */
export async function ownSales(db: DbOrTx, userId: string, brandId: string): Promise<OwnSales> {
  const [sales] = await db
    .select({
      orders: count(),
      ...SUMS,
    })
    .from(conversions)
    .where(and(eq(conversions.userId, userId), eq(conversions.brandId, brandId), isCountedSale))
  const [own] = await db
    .select({ links: count() })
    .from(links)
    .where(and(eq(links.userId, userId), eq(links.brandId, brandId)))
  const codes = await ownCodes(db, userId, brandId)
  return {
    orders: sales?.orders ?? 0,
    sold: toDollars(sales?.soldCents ?? 0),
    earned: toDollars(sales?.earnedCents ?? 0),
    links: own?.links ?? 0,
    codes: codes.map(({ code, orders, sold, earned }) => ({ code, orders, sold, earned })),
  }
}

/**
 * Returns the codes of a creator that their brands have not ended, newest first. With `brandId`,
 * returns only the codes of that brand.
 */
export async function ownCodes(
  db: DbOrTx,
  userId: string,
  brandId?: string,
): Promise<DiscountCodes['results']> {
  const rows = await db
    .select({
      code: discountCodes.code,
      createdAt: discountCodes.createdAt,
      organization: { uuid: brands.id, name: brands.name },
      orders: count(conversions.id),
      ...SUMS,
    })
    .from(discountCodes)
    .innerJoin(brands, and(eq(brands.id, discountCodes.brandId), isNull(brands.archivedAt)))
    .leftJoin(conversions, and(eq(conversions.discountCodeId, discountCodes.id), isCountedSale))
    .where(
      and(
        eq(discountCodes.userId, userId),
        brandId === undefined ? undefined : eq(discountCodes.brandId, brandId),
        isNull(discountCodes.endedAt),
      ),
    )
    .groupBy(discountCodes.id, brands.id)
    .orderBy(desc(discountCodes.id))
  return rows.map(({ code, createdAt, organization, orders, ...sums }) => ({
    code,
    organization,
    orders,
    sold: toDollars(sums.soldCents),
    earned: toDollars(sums.earnedCents),
    created_at: createdAt.toISOString(),
  }))
}
