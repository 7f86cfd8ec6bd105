import { desc, eq, inArray, sql } from 'drizzle-orm'
import { brands, stores } from '../db/schema.ts'
import type { DbOrTx } from '../db/client.ts'

/** The brand that a host belongs to, by the most specific of its stores (D-21). */
export async function findBrand(db: DbOrTx, host: string): Promise<{ id: string } | undefined> {
  const [brand] = await db
    .select({ id: brands.id })
    .from(stores)
    .innerJoin(brands, eq(brands.id, stores.brandId))
    .where(inArray(stores.host, withParents(host)))
    .orderBy(desc(sql`length(${stores.host})`))
    .limit(1)
  return brand
}

/** `de.shop.example` is asked for as itself, as `shop.example` and so on. */
function withParents(host: string): string[] {
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}
