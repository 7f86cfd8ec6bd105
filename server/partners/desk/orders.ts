import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { withoutUnseen } from '#contract/common.ts'
import { fold } from '#contract/search/fold.ts'
import { withoutFinalDot } from '#contract/text/hosts.ts'
import type { BrandRow } from '../../links/brands/organizations.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { foldSql } from '../../platform/db/text-search.ts'
import { brands, conversions, missingSales, stores } from '../../platform/db/schema.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

const MAX_ORDERS = 100

/** Returns the latest orders of a brand. Link names are left out, because creators write them. */
export const readLastOrders = (db: DbOrTx, brandId: string) =>
  db
    .select({
      id: conversions.id,
      orderId: conversions.orderId,
      userId: conversions.userId,
      orderedAt: conversions.orderedAt,
      baseCents: conversions.baseCents,
      feeCents: conversions.postedFeeCents,
      state: conversions.state,
      attributedBy: conversions.attributedBy,
      isPriced: sql<boolean>`${conversions.dollars} is not null`,
    })
    .from(conversions)
    .where(
      and(
        eq(conversions.brandId, brandId),
        eq(conversions.kind, 'commission'),
        ne(conversions.state, 'new'),
      ),
    )
    .orderBy(desc(conversions.orderedAt), desc(conversions.id))
    .limit(MAX_ORDERS)

/**
 * Returns missing sales that creators reported for this brand, matched by the shop name they typed.
 * Notes are left out: they are for the operator and may identify the creator.
 */
export async function readMissingSales(db: DbOrTx, brand: BrandRow) {
  const { id, userId, day, orderNumber, state, answer, createdAt } = missingSales
  const rows = await db
    .select({ id, userId, day, orderNumber, state, answer, createdAt })
    .from(missingSales)
    .where(await isMissingSaleOf(db, brand))
    .orderBy(desc(missingSales.id))
    .limit(MAX_ORDERS)
  return rows.map((row) => ({ ...row, orderNumber: withoutUnseen(row.orderNumber).trim() }))
}

/** Returns whether the missing sale was reported for this brand. */
export async function isMissingAt(db: DbOrTx, brand: BrandRow, id: number): Promise<boolean> {
  return (
    (await db.$count(
      missingSales,
      and(eq(missingSales.id, id), await isMissingSaleOf(db, brand)),
    )) > 0
  )
}

const isMissingSaleOf = async (db: DbOrTx, brand: BrandRow) =>
  and(isNull(missingSales.brandId), inArray(foldSql(missingSales.shop), await shopNames(db, brand)))

/**
 * Returns the folded names and hosts that creators may type for this brand. Names that another brand
 * also has are left out.
 */
async function shopNames(db: DbOrTx, { id }: BrandRow): Promise<string[]> {
  const known = await db
    .select({ id: brands.id, name: brands.name, key: brands.key, website: brands.website })
    .from(brands)
    .where(or(eq(brands.id, id), isNull(brands.archivedAt)))
  const places = await db.select({ brandId: stores.brandId, host: stores.host }).from(stores)
  const names = (brand: (typeof known)[number]) =>
    namesOf({
      ...brand,
      hosts: places.flatMap(({ brandId, host }) => (brandId === brand.id ? [host] : [])),
    })
  const own = known.filter((one) => one.id === id).flatMap(names)
  const others = new Set(known.filter((one) => one.id !== id).flatMap(names))
  return own.filter((name) => !others.has(name))
}

type ShopNames = { name: string; key: string; website: string; hosts: string[] }

function namesOf({ name, key, website, hosts: places }: ShopNames): string[] {
  const shops = [...places]
  if (canParseUrl(website)) shops.push(withoutFinalDot(new URL(website).host).replace(/^www\./, ''))
  const all = [name, key, ...shops, ...shops.map((host) => `www.${host}`)]
  return [...new Set(all.map((one) => fold(one.trim())).filter((one) => one !== ''))]
}
