import { asc, desc } from 'drizzle-orm'
import { stringify } from 'yaml'
import { placeName } from '../../links/brands/store-place.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import {
  brandRates,
  brands,
  campaigns,
  categories,
  charities,
  currencyRates,
  faqEntries,
  giftCardVendors,
  onboardingTexts,
  promotions,
  staticTexts,
  stores,
} from '../../platform/db/schema.ts'
import { bonusSetting } from './apply-lists.ts'

type Exported = { yaml: string; pictures: string[] }

const FILE_HEADER = `# Written by "content export". Applying it again changes nothing.
# Postback keys are left out, because they are secrets. They stay unchanged.
`

/** Returns the current content as YAML and the store keys of its pictures. */
export async function exportContent(db: Db): Promise<Exported> {
  const content = await currentContent(db)
  const filledContent = Object.fromEntries(
    Object.entries(content).filter(([, value]) => !isEmpty(value)),
  )
  // No YAML anchors: equal values are written out each time.
  const yaml =
    FILE_HEADER + stringify(filledContent, { aliasDuplicateObjects: false, lineWidth: 0 })
  return { yaml, pictures: [...new Set(yaml.match(/\b[0-9a-f]{64}\.webp\b/g) ?? [])] }
}

/** Returns the current content with the groups and names of the content file, without secrets. */
export const currentContent = (db: DbOrTx): Promise<Record<string, unknown>> =>
  db.transaction(async (tx) => {
    const content: Record<string, unknown> = {}
    for (const [group, read] of Object.entries(GROUPS)) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      content[group] = await read(tx)
    }
    return { ...content, ...(await exportMoney(tx)) }
  })

const GROUPS = {
  categories: exportCategories,
  brands: exportBrands,
  campaigns: exportCampaigns,
  promotions: exportPromotions,
  charities: exportCharities,
  vendors: exportVendors,
  faq: exportFaq,
  pages: exportPages,
  onboarding: exportOnboarding,
} satisfies Record<string, (db: Db) => Promise<object>>
type Group = keyof typeof GROUPS

/** Returns one group of the content file, or the values at its top for null. */
export const currentGroup = (db: DbOrTx, group: string | null): Promise<object> =>
  db.transaction(async (tx) => {
    if (group === null) return exportMoney(tx)
    return Object.hasOwn(GROUPS, group) ? GROUPS[group as Group](tx) : []
  })

async function exportMoney(tx: Tx) {
  const bonus = await bonusSetting({ tx })
  return {
    rates: await exportCurrencies(tx),
    bonus: bonus.on,
    bonus_paid_by: bonus.paid_by === '' ? undefined : bonus.paid_by,
  }
}

const isEmpty = (value: unknown) =>
  value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)

const archivedField = ({ archivedAt }: { archivedAt: Date | null }) =>
  archivedAt === null ? {} : { archived: true }
const pictureField = (name: string, key: string | null) => (key === null ? {} : { [name]: key })
const periodFields = ({ startsAt, endsAt }: { startsAt: Date | null; endsAt: Date | null }) => ({
  ...(startsAt && { starts_at: startsAt.toISOString() }),
  ...(endsAt && { ends_at: endsAt.toISOString() }),
})

async function exportCategories(db: Db) {
  const rows = await db
    .select()
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.name))
  return rows.map(({ name, archivedAt }) => (archivedAt === null ? name : { name, archived: true }))
}

async function exportBrands(db: Db) {
  const rows = await db.select().from(brands).orderBy(asc(brands.key))
  const places = await db.select().from(stores).orderBy(asc(stores.id))
  const rates = await db
    .select()
    .from(brandRates)
    .orderBy(desc(brandRates.startsAt), desc(brandRates.id))
  return rows.map((brand) => {
    const own = rates.filter(({ brandId }) => brandId === brand.id)
    const [base] = own.filter(({ category, newCustomers }) => category === '' && !newCustomers)
    return {
      key: brand.key,
      name: brand.name,
      ...pictureField('logo', brand.logoKey),
      ...pictureField('cover', brand.coverKey),
      text: brand.text,
      website: brand.website,
      stores: places.filter(({ brandId }) => brandId === brand.id).map(placeName),
      ...(base && { rate: base.rateBasisPoints / 100, creator_share: base.shareBasisPoints / 100 }),
      ...specialRates(own),
      hold_days: brand.holdDays,
      min_hold_hours: brand.minHoldHours,
      window_days: brand.windowDays,
      return_days: brand.returnDays,
      base: brand.base,
      pays: brand.pays,
      attribution: brand.attribution,
      click_param: brand.clickParam,
      allow_get_key: brand.allowGetKey,
      same_price: brand.samePrice,
      categories: brand.categories,
      ...archivedField(brand),
    }
  })
}

/** Returns the newest rate of each scope, including announced ones. */
function specialRates(own: (typeof brandRates.$inferSelect)[]) {
  const latest = new Map<string, (typeof own)[number]>()
  for (const rate of own) {
    const scope = `${rate.newCustomers} ${rate.category}`
    if (scope !== 'false ' && !latest.has(scope)) latest.set(scope, rate)
  }
  const rates = [...latest.values()].toReversed().map((rate) => ({
    ...(rate.category !== '' && { category: rate.category }),
    ...(rate.newCustomers && { new_customers: true }),
    rate: rate.rateBasisPoints / 100,
    creator_share: rate.shareBasisPoints / 100,
  }))
  return rates.length > 0 ? { rates } : {}
}

/** Returns a function that returns the key of a brand. */
async function brandKeys(db: Db): Promise<(id: string | null) => string | undefined> {
  const keys = await db.select({ id: brands.id, key: brands.key }).from(brands)
  return (id) => keys.find((brand) => brand.id === id)?.key
}

async function exportCampaigns(db: Db) {
  const keyOf = await brandKeys(db)
  const rows = await db.select().from(campaigns).orderBy(asc(campaigns.id))
  return rows.map((row) => ({
    key: row.key,
    brand: keyOf(row.brandId),
    name: row.name,
    text: row.text,
    ...pictureField('image', row.imageKey),
    ...periodFields(row),
    apply_message: row.applyMessage,
    ...archivedField(row),
  }))
}

async function exportPromotions(db: Db) {
  const keyOf = await brandKeys(db)
  const rows = await db.select().from(promotions).orderBy(asc(promotions.id))
  return rows.map((row) => ({
    key: row.key,
    type: row.type,
    title: row.title,
    text: row.text,
    ...pictureField('image', row.imageKey),
    ...periodFields(row),
    ...(row.brandId !== null && { brand: keyOf(row.brandId) }),
    url: row.url,
    ...(row.bonusCents !== null && { bonus_amount: row.bonusCents / 100 }),
    ...archivedField(row),
  }))
}

async function exportCharities(db: Db) {
  const rows = await db.select().from(charities).orderBy(asc(charities.key))
  return rows.map((row) => ({
    key: row.key,
    name: row.name,
    text: row.text,
    website: row.website,
    ...pictureField('logo', row.logoKey),
    ...archivedField(row),
  }))
}

async function exportVendors(db: Db) {
  const rows = await db.select().from(giftCardVendors).orderBy(asc(giftCardVendors.key))
  return rows.map((row) => ({
    key: row.key,
    name: row.name,
    ...pictureField('logo', row.logoKey),
    ...archivedField(row),
  }))
}

async function exportFaq(db: Db) {
  const rows = await db
    .select()
    .from(faqEntries)
    .orderBy(asc(faqEntries.position), asc(faqEntries.key))
  return rows.map((row) => ({
    key: row.key,
    question: row.question,
    answer: row.answer,
    ...(row.category !== '' && { category: row.category }),
    ...archivedField(row),
  }))
}

async function exportPages(db: Db) {
  const rows = await db.select().from(staticTexts).orderBy(asc(staticTexts.key))
  return rows.map((row) => ({
    key: row.key,
    title: row.title,
    text: row.text,
    ...archivedField(row),
  }))
}

async function exportOnboarding(db: Db) {
  const rows = await db.select().from(onboardingTexts).orderBy(asc(onboardingTexts.key))
  return Object.fromEntries(
    rows.map(({ key, title, text, basis, url }) => [
      key,
      { title, text, basis, ...(url !== '' && { url }) },
    ]),
  )
}

async function exportCurrencies(db: Db) {
  const rows = await db
    .selectDistinctOn([currencyRates.currency])
    .from(currencyRates)
    .orderBy(asc(currencyRates.currency), desc(currencyRates.day))
  return Object.fromEntries(rows.map(({ currency, dollars }) => [currency, Number(dollars)]))
}
