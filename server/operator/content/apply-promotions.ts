import { eq } from 'drizzle-orm'
import { brands, campaigns, promotions } from '../../platform/db/schema.ts'
import { archivedAt, checkSpan, parseDate, pictureOf, saveRow, type ApplyRun } from './applying.ts'
import type { CampaignEntry, PromotionEntry } from './content-file.ts'
import type { Place } from './unknown-keys.ts'

export async function applyCampaigns(applying: ApplyRun, entries: CampaignEntry[]): Promise<void> {
  for (const [index, entry] of entries.entries()) {
    const at = ['campaigns', index]
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const brandId = await brandIdByKey(applying, entry.brand, at)
    // oxlint-disable-next-line no-await-in-loop
    const was = await archivedSince(applying, campaigns, entry.key)
    const values = {
      brandId,
      name: entry.name,
      text: entry.text,
      imageKey: pictureOf(applying, entry.image),
      startsAt: parseDate(entry.starts_at),
      endsAt: parseDate(entry.ends_at),
      applyMessage: entry.apply_message,
      archivedAt: archivedAt(applying, entry.archived, was),
    }
    if (brandId === undefined) continue
    const of = { table: campaigns, by: campaigns.key, noun: 'campaign' }
    // oxlint-disable-next-line no-await-in-loop
    const { row } = await saveRow(applying, of, entry.key, values)
    checkSpan(applying, row, at)
  }
}

export async function applyPromotions(
  applying: ApplyRun,
  entries: PromotionEntry[],
): Promise<void> {
  for (const [index, entry] of entries.entries()) {
    const at = ['promotions', index]
    const { brand } = entry
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const brandId = brand ? await brandIdByKey(applying, brand, at) : brand
    // oxlint-disable-next-line no-await-in-loop
    const was = await archivedSince(applying, promotions, entry.key)
    const values = {
      type: entry.type,
      brandId,
      title: entry.title,
      text: entry.text,
      imageKey: pictureOf(applying, entry.image),
      startsAt: parseDate(entry.starts_at),
      endsAt: parseDate(entry.ends_at),
      url: entry.url,
      bonusCents: centsOf(entry.bonus_amount),
      archivedAt: archivedAt(applying, entry.archived, was),
    }
    if (brand && brandId === undefined) continue
    const of = { table: promotions, by: promotions.key, noun: 'promotion' }
    // oxlint-disable-next-line no-await-in-loop
    const { row } = await saveRow(applying, of, entry.key, values)
    checkSpan(applying, row, at)
  }
}

const centsOf = (dollars: number | null | undefined) =>
  typeof dollars === 'number' ? Math.round(dollars * 100) : dollars

async function brandIdByKey({ tx, mistakes }: ApplyRun, key: string, at: Place) {
  const [brand] = await tx.select({ id: brands.id }).from(brands).where(eq(brands.key, key))
  if (!brand) mistakes.push({ at: [...at, 'brand'], what: `there is no brand ${key}` })
  return brand?.id
}

async function archivedSince(
  { tx }: ApplyRun,
  table: typeof campaigns | typeof promotions,
  key: string,
): Promise<Date | null> {
  const [row] = await tx.select({ at: table.archivedAt }).from(table).where(eq(table.key, key))
  return row?.at ?? null
}
