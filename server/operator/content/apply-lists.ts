import { desc, eq } from 'drizzle-orm'
import {
  categories,
  charities,
  currencyRates,
  faqEntries,
  giftCardVendors,
  onboardingTexts,
  operatorSettings,
  staticTexts,
} from '../../platform/db/schema.ts'
import { notify } from '../../platform/db/notify.ts'
import { archivedAt, pictureOf, saveRow, formatValue, type ApplyRun } from './applying.ts'
import type { ContentFile } from './content-file.ts'

type Archivable =
  | typeof categories
  | typeof charities
  | typeof giftCardVendors
  | typeof faqEntries
  | typeof staticTexts

/** Returns the time when an entry was archived, or null. */
async function archivedSince({ tx }: ApplyRun, table: Archivable, key: string) {
  const by = 'key' in table ? table.key : table.name
  const [row] = await tx.select({ at: table.archivedAt }).from(table).where(eq(by, key))
  return row?.at ?? null
}

export async function applyCategories(applying: ApplyRun, entries: ContentFile['categories']) {
  const of = { table: categories, by: categories.name, noun: 'category' }
  for (const [position, entry] of entries.entries()) {
    const { name, archived } = { archived: undefined, ...entry }
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const was = await archivedSince(applying, categories, name)
    const values = { position, archivedAt: archivedAt(applying, archived, was) }
    // oxlint-disable-next-line no-await-in-loop
    await saveRow(applying, of, name, values)
  }
}

/** Applies charities and gift card vendors. */
export async function applyPayees(
  applying: ApplyRun,
  { charities: causes, vendors }: Pick<ContentFile, 'charities' | 'vendors'>,
) {
  const cause = { table: charities, by: charities.key, noun: 'charity' }
  for (const { key, name, text, website, logo, archived } of causes) {
    const logoKey = pictureOf(applying, logo)
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const hidden = archivedAt(applying, archived, await archivedSince(applying, charities, key))
    // oxlint-disable-next-line no-await-in-loop
    await saveRow(applying, cause, key, { name, text, website, logoKey, archivedAt: hidden })
  }
  const vendor = { table: giftCardVendors, by: giftCardVendors.key, noun: 'vendor' }
  for (const { key, name, logo, archived } of vendors) {
    const logoKey = pictureOf(applying, logo)
    // oxlint-disable-next-line no-await-in-loop
    const hidden = archivedAt(
      applying,
      archived,
      await archivedSince(applying, giftCardVendors, key),
    )
    // oxlint-disable-next-line no-await-in-loop
    await saveRow(applying, vendor, key, { name, logoKey, archivedAt: hidden })
  }
}

export async function applyTexts(
  applying: ApplyRun,
  { faq, pages, onboarding }: Pick<ContentFile, 'faq' | 'pages' | 'onboarding'>,
) {
  const entryOf = { table: faqEntries, by: faqEntries.key, noun: 'question' }
  for (const [position, { key, question, answer, category, archived }] of faq.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const hidden = archivedAt(applying, archived, await archivedSince(applying, faqEntries, key))
    const values = { question, answer, category, position, archivedAt: hidden }
    // oxlint-disable-next-line no-await-in-loop
    await saveRow(applying, entryOf, key, values)
  }
  const pageOf = { table: staticTexts, by: staticTexts.key, noun: 'page' }
  for (const { key, title, text, archived } of pages) {
    // oxlint-disable-next-line no-await-in-loop
    const hidden = archivedAt(applying, archived, await archivedSince(applying, staticTexts, key))
    // oxlint-disable-next-line no-await-in-loop
    await saveRow(applying, pageOf, key, { title, text, archivedAt: hidden })
  }
  if (pages.length > 0) await notify(applying.tx, 'split_site_pages')
  const stepOf = { table: onboardingTexts, by: onboardingTexts.key, noun: 'onboarding text' }
  for (const [key, texts] of Object.entries(onboarding)) {
    // oxlint-disable-next-line no-await-in-loop
    await saveRow(applying, stepOf, key, { ...texts })
  }
}

/** Stores exchange rates that are valid from today. */
export async function applyCurrencies(applying: ApplyRun, rates: ContentFile['rates']) {
  const { tx, now, changes } = applying
  const day = now.toISOString().slice(0, 10)
  for (const [currency, value] of Object.entries(rates)) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const [latest] = await tx
      .select()
      .from(currencyRates)
      .where(eq(currencyRates.currency, currency))
      .orderBy(desc(currencyRates.day))
      .limit(1)
    if (latest && Number(latest.dollars) === Number(value.toFixed(8))) continue
    const dollars = value.toFixed(8)
    // oxlint-disable-next-line no-await-in-loop
    await tx
      .insert(currencyRates)
      .values({ currency, day, dollars })
      .onConflictDoUpdate({
        target: [currencyRates.currency, currencyRates.day],
        set: { dollars },
      })
    const was = latest ? `${Number(latest.dollars)} -> ` : ''
    changes.push(`~ ${currency}: ${was}${value} US dollars, from ${day} on`)
  }
}

/** Bonus setting as stored in `operator_settings`. */
export type BonusSetting = { on: boolean; paid_by: string }
const BONUS_KEY = 'bonus'

export async function bonusSetting({ tx }: Pick<ApplyRun, 'tx'>): Promise<BonusSetting> {
  const [row] = await tx.select().from(operatorSettings).where(eq(operatorSettings.key, BONUS_KEY))
  return { on: false, paid_by: '', ...(row?.value as Partial<BonusSetting> | undefined) }
}

/** Applies the bonus setting. Bonuses can only be on if `bonus_paid_by` says who pays them. */
export async function applyBonus(
  applying: ApplyRun,
  { bonus, bonus_paid_by: paidBy }: Pick<ContentFile, 'bonus' | 'bonus_paid_by'>,
): Promise<BonusSetting> {
  const was = await bonusSetting(applying)
  const value = { on: bonus ?? was.on, paid_by: paidBy ?? was.paid_by }
  if (value.on && value.paid_by === '') {
    const what = 'bonus_paid_by is missing: say who pays it'
    applying.mistakes.push({ at: ['bonus'], what })
  }
  if (value.on === was.on && value.paid_by === was.paid_by) return value
  await applying.tx
    .insert(operatorSettings)
    .values({ key: BONUS_KEY, value })
    .onConflictDoUpdate({ target: operatorSettings.key, set: { value } })
  applying.changes.push(
    `~ bonus: ${was.on ? 'on' : 'off'} -> ${value.on ? 'on' : 'off'}, paid by ${formatValue(value.paid_by)}`,
  )
  return value
}
