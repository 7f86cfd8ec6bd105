import { asc, eq } from 'drizzle-orm'
import type { Shops } from '#contract/partners/brands.ts'
import type { Db } from '../../platform/db/client.ts'
import { brands, stores } from '../../platform/db/schema.ts'
import { isShown } from './organizations.ts'
import { placeName } from './store-place.ts'

/**
 * Lists all shops with the percentage that they pay today. The list is complete, so that the browser
 * extension can recognize a shop without sending the address of the page.
 */
export async function listShops(db: Db): Promise<Shops> {
  const { name, commissionBasisPoints } = brands
  const rows = await db
    .select({ host: stores.host, path: stores.path, name, commissionBasisPoints })
    .from(stores)
    .innerJoin(brands, eq(brands.id, stores.brandId))
    .where(isShown)
    .orderBy(asc(stores.host), asc(stores.path))
  return {
    results: rows.map((row) => ({
      name: row.name,
      domain: placeName(row),
      commission_percentage: row.commissionBasisPoints / 100,
    })),
  }
}
