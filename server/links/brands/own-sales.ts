import { and, count, eq, notInArray, sql } from 'drizzle-orm'
import type { OwnSales } from '#contract/partners/brands.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { conversions, links } from '../../platform/db/schema.ts'
import { toDollars } from '../../platform/money.ts'

/** Returns a creator's orders, sales and earnings with a brand. */
export async function ownSales(db: DbOrTx, userId: string, brandId: string): Promise<OwnSales> {
  const [sales] = await db
    .select({
      orders: count(),
      sold: sql<string>`coalesce(sum(${conversions.baseCents}), 0)::text`,
      earned: sql<string>`coalesce(sum(${conversions.postedCents}), 0)::text`,
    })
    .from(conversions)
    .where(
      and(
        eq(conversions.userId, userId),
        eq(conversions.brandId, brandId),
        notInArray(conversions.state, ['new', 'reversed']),
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
  }
}
