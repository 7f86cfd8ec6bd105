import { asc, desc, eq, sql } from 'drizzle-orm'
import { readLastCalls } from '../../../partners/desk/calls.ts'
import { listPeople } from '../../../partners/desk/people/people.ts'
import type { Db } from '../../../platform/db/client.ts'
import { brandFunds, brands, conversions, settlements } from '../../../platform/db/schema.ts'

const MAX_SETTLEMENTS = 50

const selectBrands = (db: Db) =>
  db
    .select({
      brand: brands,
      orders: sql<number>`(select count(*)::int from ${conversions}
        where ${conversions.brandId} = ${brands.id} and ${conversions.kind} = 'commission'
          and ${conversions.orderedAt} > now() - interval '30 days')`,
      /** Fees of approved orders that the brand has not paid yet, in cents. */
      owedCents: sql<string>`(select coalesce(sum(${conversions.feeCents}), 0)::text
        from ${conversions} where ${conversions.brandId} = ${brands.id}
          and ${conversions.state} in ('approved', 'available') and ${conversions.fundedAt} is null)`,
      settledCents: sql<string>`coalesce(${brandFunds.settledCents}, 0)::text`,
      freeCents: sql<string>`coalesce(${brandFunds.settledCents} - ${brandFunds.fundedCents}, 0)::text`,
    })
    .from(brands)
    .leftJoin(brandFunds, eq(brandFunds.brandId, brands.id))

/** Returns all brands by name, with their orders of the last 30 days and their money. */
export const listBrands = (db: Db) => selectBrands(db).orderBy(asc(brands.name))

export type ListedBrand = Awaited<ReturnType<typeof listBrands>>[number]

/** Returns what the console shows about a brand, or undefined if there is none. */
export async function readBrand(db: Db, key: string) {
  const [found] = await selectBrands(db).where(eq(brands.key, key))
  if (!found) return undefined
  const { id } = found.brand
  return {
    ...found,
    people: await listPeople(db, id),
    settlements: await db
      .select()
      .from(settlements)
      .where(eq(settlements.brandId, id))
      .orderBy(desc(settlements.id))
      .limit(MAX_SETTLEMENTS),
    calls: await readLastCalls(db, id),
  }
}

export type BrandView = NonNullable<Awaited<ReturnType<typeof readBrand>>>
