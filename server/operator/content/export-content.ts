import { asc, desc } from 'drizzle-orm'
import { stringify } from 'yaml'
import { placeName } from '../../links/brands/store-place.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
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
export const currentContent = (db: DbOrTx) =>
  db.transaction(async (tx) => {
    const bonus = await bonusSetting({ tx })
    return {
      categories: await exportCategories(tx),
      brands: await exportBrands(tx),
      ...(await exportPromotions(tx)),
      ...(await exportLists(tx)),
      rates: await exportCurrencies(tx),
      bonus: bonus.on,
      bonus_paid_by: bonus.paid_by === '' ? undefined : bonus.paid_by,
    }
  })

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

async function exportPromotions(db: Db) {
  const keys = await db.select({ id: brands.id, key: brands.key }).from(brands)
  const campaignRows = await db.select().from(campaigns).orderBy(asc(campaigns.id))
  const promotionRows = await db.select().from(promotions).orderBy(asc(promotions.id))
  const keyOf = (id: string | null) => keys.find((brand) => brand.id === id)?.key
  return {
    campaigns: campaignRows.map((row) => ({
      key: row.key,
      brand: keyOf(row.brandId),
      name: row.name,
      text: row.text,
      ...pictureField('image', row.imageKey),
      ...periodFields(row),
      apply_message: row.applyMessage,
      ...archivedField(row),
    })),
    promotions: promotionRows.map((row) => ({
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
    })),
  }
}

async function exportLists(db: Db) {
  const causes = await db.select().from(charities).orderBy(asc(charities.key))
  const vendors = await db.select().from(giftCardVendors).orderBy(asc(giftCardVendors.key))
  const faq = await db
    .select()
    .from(faqEntries)
    .orderBy(asc(faqEntries.position), asc(faqEntries.key))
  const pages = await db.select().from(staticTexts).orderBy(asc(staticTexts.key))
  const steps = await db.select().from(onboardingTexts).orderBy(asc(onboardingTexts.key))
  return {
    charities: causes.map((row) => ({
      key: row.key,
      name: row.name,
      text: row.text,
      website: row.website,
      ...pictureField('logo', row.logoKey),
      ...archivedField(row),
    })),
    vendors: vendors.map((row) => ({
      key: row.key,
      name: row.name,
      ...pictureField('logo', row.logoKey),
      ...archivedField(row),
    })),
    faq: faq.map((row) => ({
      key: row.key,
      question: row.question,
      answer: row.answer,
      ...(row.category !== '' && { category: row.category }),
      ...archivedField(row),
    })),
    pages: pages.map((row) => ({
      key: row.key,
      title: row.title,
      text: row.text,
      ...archivedField(row),
    })),
    onboarding: Object.fromEntries(
      steps.map(({ key, title, text, basis, url }) => [
        key,
        { title, text, basis, ...(url !== '' && { url }) },
      ]),
    ),
  }
}

async function exportCurrencies(db: Db) {
  const rows = await db
    .selectDistinctOn([currencyRates.currency])
    .from(currencyRates)
    .orderBy(asc(currencyRates.currency), desc(currencyRates.day))
  return Object.fromEntries(rows.map(({ currency, dollars }) => [currency, Number(dollars)]))
}
