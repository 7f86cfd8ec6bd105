import { and, asc, count, desc, eq, exists, isNull, or, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import type { Organization, OrganizationName, Store } from '#contract/partners/brands.ts'
import { Uuid } from '#contract/common.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import {
  brandRates,
  brands,
  brandStandings,
  campaigns,
  stores,
  unmaskingInvitations,
} from '../../platform/db/schema.ts'
import { searchWords } from '#contract/search/fold.ts'
import { containsWord } from '../../platform/db/text-search.ts'
import { mediaPath } from '../../people/media/media.ts'
import { findBrand } from './find-brands.ts'
import { creatorRate } from './rates.ts'
import { placeName, toAddress } from './store-place.ts'

export type BrandRow = typeof brands.$inferSelect
export type Paged = { page: number; page_size: number }

export const pictureUrl = (key: string | null) => (key === null ? null : mediaPath(key))

export const toOrganizationName = ({
  id,
  name,
  logoKey,
}: Pick<BrandRow, 'id' | 'name' | 'logoKey'>): OrganizationName => ({
  uuid: id,
  name,
  logo_url: pictureUrl(logoKey),
})

/** Condition for brands that the operator has not archived. */
export const isShown = isNull(brands.archivedAt)

/** Returns a brand by its id. An archived or unknown brand is a 404. */
export async function getBrand(db: DbOrTx, id: string): Promise<BrandRow> {
  if (!v.is(Uuid, id)) throw new HTTPException(404)
  const [row] = await db
    .select()
    .from(brands)
    .where(and(eq(brands.id, id), isShown))
  if (!row) throw new HTTPException(404)
  return row
}

export type OrganizationFilter = Paged & { type: 'trending' | 'top'; q: string; category: string }

/**
 * Lists brands by visitors of the last days or by all approved commission, as last counted; then by
 * name.
 */
export async function listOrganizations(db: DbOrTx, userId: string, filter: OrganizationFilter) {
  const where = and(
    isShown,
    filter.q === '' ? undefined : await matchesName(db, filter.q),
    filter.category === '' ? undefined : sql`${filter.category} = any(${brands.categories})`,
  )
  const rank = filter.type === 'top' ? brandStandings.commissionCents : brandStandings.visitors
  const rows = await db
    .select({ brand: brands })
    .from(brands)
    .leftJoin(brandStandings, eq(brandStandings.brandId, brands.id))
    .where(where)
    .orderBy(desc(sql`coalesce(${rank}, 0)`), asc(sql`lower(${brands.name})`), asc(brands.id))
    .limit(filter.page_size)
    .offset((filter.page - 1) * filter.page_size)
  const [all] = await db.select({ count: count() }).from(brands).where(where)
  const found = rows.map(({ brand }) => brand)
  return { results: await toOrganizations(db, userId, found), count: all?.count ?? 0 }
}

/**
 * Matches brands with all words in their name or in a store's address, or the URL of a page of one
 * of its stores.
 */
async function matchesName(db: DbOrTx, typed: string): Promise<SQL | undefined> {
  const seller = await findBrand(db, toAddress(typed))
  return or(
    and(...searchWords(typed).map((word) => matchesWord(db, word))),
    seller && eq(brands.id, seller.id),
  )
}

function matchesWord(db: DbOrTx, word: string): SQL | undefined {
  const place = and(eq(stores.brandId, brands.id), containsWord(storePlace, word))
  return or(
    containsWord(searchBrand, word),
    exists(
      db
        .select({ one: sql`1` })
        .from(stores)
        .where(place),
    ),
  )
}

/** Folded name of a brand. Names that an older server has written are compared without case. */
const searchBrand = sql`coalesce(${brands.searchName}, lower(${brands.name}))`
const storePlace = sql`lower(${stores.host} || ${stores.path})`

/** Text of a brand and one of its stores that a search covers, folded. */
export const searchStore = sql`${searchBrand} || ' ' || ${storePlace}`

/** Matches a folded text that contains all words of a search. */
export const containsWords = (folded: SQL, typed: string): SQL | undefined =>
  and(...searchWords(typed).map((word) => containsWord(folded, word)))

/** Builds API organizations. Loads related rows with one query per table. */
export async function toOrganizations(
  db: DbOrTx,
  userId: string,
  rows: BrandRow[],
): Promise<Organization[]> {
  if (rows.length === 0) return []
  const ids = sql`any(${sql.param(rows.map(({ id }) => id))}::uuid[])`
  const places = await db
    .select()
    .from(stores)
    .where(sql`${stores.brandId} = ${ids}`)
    .orderBy(asc(stores.id))
  const rates = await db
    .select()
    .from(brandRates)
    .where(sql`${brandRates.brandId} = ${ids}`)
    .orderBy(desc(brandRates.startsAt), desc(brandRates.id))
  const running = await db
    .select({ brandId: campaigns.brandId, count: count() })
    .from(campaigns)
    .where(
      sql`${campaigns.brandId} = ${ids} and ${campaigns.archivedAt} is null
        and coalesce(${campaigns.startsAt} <= now(), true) and coalesce(${campaigns.endsAt} > now(), true)`,
    )
    .groupBy(campaigns.brandId)
  const connected = await db
    .select({ brandId: unmaskingInvitations.brandId })
    .from(unmaskingInvitations)
    .where(
      sql`${unmaskingInvitations.brandId} = ${ids} and ${unmaskingInvitations.userId} = ${userId}
        and ${unmaskingInvitations.status} = 'accepted'`,
    )
  return rows.map((brand) => ({
    ...toOrganizationName(brand),
    cover_url: pictureUrl(brand.coverKey),
    description: brand.text,
    website: brand.website,
    domains: places.filter(({ brandId }) => brandId === brand.id).map(placeName),
    commission_percentage: brand.commissionBasisPoints / 100,
    categories: brand.categories,
    is_connected: connected.some(({ brandId }) => brandId === brand.id),
    active_campaigns: running.find(({ brandId }) => brandId === brand.id)?.count ?? 0,
    terms: toTerms(
      brand,
      rates.filter(({ brandId }) => brandId === brand.id),
    ),
  }))
}

type RateRow = typeof brandRates.$inferSelect

/** Returns the terms of a brand. `rates` are sorted with the latest first. */
function toTerms(brand: BrandRow, rates: RateRow[]): Organization['terms'] {
  const now = new Date()
  const isBase = (rate: RateRow) => rate.category === '' && !rate.newCustomers
  const scopeOf = (rate: RateRow) => `${rate.newCustomers} ${rate.category}`
  const begun = rates.filter((rate) => !isBase(rate) && rate.startsAt <= now)
  const today = begun.filter(
    (rate, index) => begun.findIndex((one) => scopeOf(one) === scopeOf(rate)) === index,
  )
  const next = rates.find((rate) => isBase(rate) && rate.startsAt > now)
  return {
    base: brand.base,
    hold_days: brand.holdDays,
    min_hold_hours: brand.minHoldHours,
    return_days: brand.returnDays,
    window_days: brand.windowDays,
    pays: brand.pays,
    same_price: brand.samePrice,
    rates: today.map((rate) => ({
      category: rate.category,
      new_customers: rate.newCustomers,
      commission_percentage: creatorRate(rate) / 100,
    })),
    next_rate: next
      ? { commission_percentage: creatorRate(next) / 100, starts_at: next.startsAt.toISOString() }
      : null,
  }
}

/** Lists the stores for which commission is paid. */
export async function listStores(db: DbOrTx, { q, page, page_size }: Paged & { q: string }) {
  const where = and(isShown, containsWords(searchStore, q))
  const rows = await db
    .select({ store: stores, brand: brands })
    .from(stores)
    .innerJoin(brands, eq(brands.id, stores.brandId))
    .where(where)
    .orderBy(asc(sql`lower(${brands.name})`), asc(stores.host), asc(stores.path))
    .limit(page_size)
    .offset((page - 1) * page_size)
  const [all] = await db
    .select({ count: count() })
    .from(stores)
    .innerJoin(brands, eq(brands.id, stores.brandId))
    .where(where)
  const results = rows.map(({ store, brand }): Store => ({
    id: store.id,
    name: brand.name,
    domain: placeName(store),
    logo_url: pictureUrl(brand.logoKey),
    commission_percentage: brand.commissionBasisPoints / 100,
    organization_uuid: brand.id,
  }))
  return { results, count: all?.count ?? 0 }
}
