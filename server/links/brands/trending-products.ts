import { and, asc, count, desc, eq, type SQL } from 'drizzle-orm'
import type { TrendingProduct } from '#contract/partners/brands.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { brands, trendingProducts } from '../../platform/db/schema.ts'
import { isShown, pictureUrl, toOrganizationName, type Paged } from './organizations.ts'

/** Lists the products that enough creators link to, as last counted. */
export async function listTrending(db: DbOrTx, { page, page_size }: Paged, ...only: SQL[]) {
  const where = and(...only)
  const rows = await db
    .select({ product: trendingProducts, brand: brands })
    .from(trendingProducts)
    .leftJoin(brands, and(eq(brands.id, trendingProducts.brandId), isShown))
    .where(where)
    .orderBy(desc(trendingProducts.visitors), asc(trendingProducts.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
  const [all] = await db.select({ count: count() }).from(trendingProducts).where(where)
  const results = rows.map(({ product, brand }): TrendingProduct => ({
    url: product.url,
    name: product.name || product.host,
    image_url: pictureUrl(product.imageKey),
    domain: product.host,
    organization: brand && toOrganizationName(brand),
    clicks_7d: product.visitors,
    commission_percentage: brand && brand.commissionBasisPoints / 100,
  }))
  return { results, count: all?.count ?? 0 }
}
