import { eq, inArray } from 'drizzle-orm'
import { fold } from '#contract/search/fold.ts'
import { categories, brands, stores } from '../../platform/db/schema.ts'
import { addStores, releaseStores } from '../../links/brands/stores.ts'
import { placeName, parsePlace, type StorePlace } from '../../links/brands/store-place.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { archivedAt, pictureOf, saveRow, type ApplyRun } from './applying.ts'
import { applyRates } from './apply-rates.ts'
import type { BrandEntry } from './content-file.ts'
import { applyPostbackKey } from './postback-key.ts'

export type BrandRow = typeof brands.$inferSelect
type SavedBrand = {
  entry: BrandEntry
  index: number
  brand: BrandRow
  isChanged: boolean
  hosts: string[]
}

/** Applies brands with their stores and rates. A background job updates existing links. */
export async function applyBrands(applying: ApplyRun, entries: BrandEntry[]): Promise<void> {
  await refuseUnknownCategories(applying, entries)
  const places = await readStorePlaces(applying, entries)
  const saved: SavedBrand[] = []
  for (const [index, entry] of entries.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    saved.push(await saveBrand(applying, entry, index))
  }
  if (applying.mistakes.length > 0) return
  // Remove all store addresses before adding any, so that two brands can swap addresses.
  for (const one of saved) {
    const storePlaces = places.get(one.entry.key)
    // oxlint-disable-next-line no-await-in-loop
    if (storePlaces) one.hosts.push(...(await releasePlaces(applying, one, storePlaces)))
  }
  for (const one of saved) {
    const storePlaces = places.get(one.entry.key)
    // oxlint-disable-next-line no-await-in-loop
    if (storePlaces) one.hosts.push(...(await addPlaces(applying, one, storePlaces)))
    // oxlint-disable-next-line no-await-in-loop
    if (one.isChanged || one.hosts.length > 0) await queueLinks(applying, one)
  }
}

async function saveBrand(
  applying: ApplyRun,
  entry: BrandEntry,
  index: number,
): Promise<SavedBrand> {
  const { tx, now } = applying
  const [known] = await tx.select().from(brands).where(eq(brands.key, entry.key))
  const values = {
    name: entry.name,
    logoKey: pictureOf(applying, entry.logo),
    coverKey: pictureOf(applying, entry.cover),
    text: entry.text,
    website: entry.website,
    categories: entry.categories,
    clickParam: entry.click_param,
    holdDays: entry.hold_days,
    minHoldHours: entry.min_hold_hours,
    windowDays: entry.window_days,
    returnDays: entry.return_days,
    base: entry.base,
    pays: entry.pays,
    attribution: entry.attribution,
    allowGetKey: entry.allow_get_key,
    samePrice: entry.same_price,
    archivedAt: archivedAt(applying, entry.archived, known?.archivedAt ?? null),
  }
  const of = { table: brands, by: brands.key, noun: 'brand' }
  const { row, was, changed } = await saveRow(applying, of, entry.key, values)
  const brand = row as BrandRow
  if ('name' in changed) {
    const searchName = fold(brand.name)
    await tx.update(brands).set({ searchName }).where(eq(brands.id, brand.id))
  }
  const hasNewRate = await applyRates(applying, { entry, index, brand, now })
  if (entry.postback_key !== undefined) {
    await applyPostbackKey(applying, brand, { index, key: entry.postback_key })
  }
  if (brand.holdDays < brand.returnDays) {
    applying.warnings.push(
      `${entry.key} holds commissions for ${brand.holdDays} days, but customers can return goods for ${brand.returnDays} days.`,
    )
  }
  const isShown = ['clickParam', 'archivedAt', 'samePrice'].some((name) => name in changed)
  const isPutAway = was !== undefined && 'archivedAt' in changed
  const hosts = isPutAway ? await hostsOf(applying, brand.id) : []
  return { entry, index, brand, isChanged: hasNewRate || (was !== undefined && isShown), hosts }
}

const hostsOf = async ({ tx }: ApplyRun, brandId: string) =>
  (await tx.select({ host: stores.host }).from(stores).where(eq(stores.brandId, brandId))).map(
    ({ host }) => host,
  )

type StorePlaces = Map<string, StorePlace[]>

/**
 * Returns the store addresses of each brand that lists stores. An address can belong to only one
 * brand.
 */
async function readStorePlaces(applying: ApplyRun, entries: BrandEntry[]): Promise<StorePlaces> {
  const places: StorePlaces = new Map()
  const holders = new Map<string, string>()
  const leaving = new Set(entries.filter((one) => one.stores).map(({ key }) => key))
  const known = await applying.tx
    .select({ host: stores.host, path: stores.path, key: brands.key })
    .from(stores)
    .innerJoin(brands, eq(brands.id, stores.brandId))
  for (const { key, ...place } of known) if (!leaving.has(key)) holders.set(placeName(place), key)
  for (const [index, entry] of entries.entries()) {
    for (const [number, typed] of (entry.stores ?? []).entries()) {
      const at = ['brands', index, 'stores', number]
      const place = parsePlace(typed)
      const name = place ? placeName(place) : ''
      const holder = holders.get(name)
      if (!place)
        applying.mistakes.push({
          at,
          what: `${typed} is not a store address; write shop.example or mall.example/shop`,
        })
      else if (holder !== undefined)
        applying.mistakes.push({
          at,
          what: `${name} is ${holder === entry.key ? 'listed twice' : `a store of ${holder}`}`,
        })
      else {
        holders.set(name, entry.key)
        places.set(entry.key, [...(places.get(entry.key) ?? []), place])
      }
    }
    if (entry.stores?.length === 0) places.set(entry.key, [])
  }
  return places
}

async function releasePlaces(
  applying: ApplyRun,
  { entry, brand }: SavedBrand,
  storePlaces: StorePlace[],
) {
  const removed = await releaseStores(applying.tx, brand.id, storePlaces)
  for (const place of removed) {
    applying.changes.push(`- store ${placeName(place)} of ${entry.key}`)
  }
  return removed.map(({ host }) => host)
}

async function addPlaces(
  applying: ApplyRun,
  { entry, brand }: SavedBrand,
  storePlaces: StorePlace[],
) {
  const added = await addStores(applying.tx, brand.id, storePlaces)
  for (const place of added) applying.changes.push(`+ store ${placeName(place)} of ${entry.key}`)
  return added.map(({ host }) => host)
}

async function refuseUnknownCategories({ tx, mistakes }: ApplyRun, entries: BrandEntry[]) {
  const named = [...new Set(entries.flatMap((entry) => entry.categories ?? []))]
  if (named.length === 0) return
  const rows = await tx.select().from(categories).where(inArray(categories.name, named))
  const known = new Set(rows.map(({ name }) => name))
  for (const [index, entry] of entries.entries()) {
    for (const [number, name] of (entry.categories ?? []).entries()) {
      const at = ['brands', index, 'categories', number]
      if (!known.has(name)) mistakes.push({ at, what: `${name} is not among the categories` })
    }
  }
}

const queueLinks = ({ tx }: ApplyRun, { brand, hosts, isChanged }: SavedBrand) =>
  addJob(tx, 'brand-links', { brandId: brand.id, hosts: [...new Set(hosts)], isChanged })
