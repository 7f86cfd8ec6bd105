import { dirname } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/client.ts'
import type { MediaStore } from '../../people/media/media.ts'
import { lockPicture } from '../../people/media/uploads.ts'
import { applyBrands } from './apply-brands.ts'
import {
  applyBonus,
  applyCategories,
  applyCurrencies,
  applyPayees,
  applyTexts,
} from './apply-lists.ts'
import { applyCampaigns, applyPromotions } from './apply-promotions.ts'
import type { ApplyRun } from './applying.ts'
import { bonusMargin } from './bonus-margin.ts'
import type { ContentFile } from './content-file.ts'
import { readPictures, type Pictures } from './pictures.ts'
import { readContent, throwIfMistakes, type Mistake, type ReadContent } from './read-content.ts'

type Parts = { db: Db; media: MediaStore; secrets: ApplyRun['secrets'] }
type Run = { path: string; isDry: boolean; now?: Date }

/** Changes made, one per line, and warnings. */
export type Applied = { changes: string[]; warnings: string[]; margin: string[] }

/** Error that rolls back a dry run. */
class DryRunRollback extends Error {
  constructor(readonly applied: Applied) {
    super('dry run')
  }
}

/**
 * Applies a content file in one transaction. If it contains a mistake, nothing is changed. Entries
 * that the file does not name stay as they are.
 */
export async function applyContent(
  { db, media, secrets }: Parts,
  yaml: string,
  { path, isDry, now = new Date() }: Run,
): Promise<Applied> {
  const read = readContent(yaml)
  const { pictures, mistakes } = await readPictures(read.content, { folder: dirname(path), media })
  mistakes.push(...findDuplicates(read.content))
  try {
    return await db.transaction(async (tx) => {
      const applied = await apply(tx, read, { pictures, mistakes, now, secrets })
      if (isDry) throw new DryRunRollback(applied)
      await keepPictures(tx, media, pictures)
      return applied
    })
  } catch (error) {
    if (error instanceof DryRunRollback) return error.applied
    throw error
  }
}

type RunInput = { pictures: Pictures; mistakes: Mistake[] } & Pick<ApplyRun, 'now' | 'secrets'>

async function apply(
  tx: Tx,
  { content, lineOf }: ReadContent,
  { pictures, mistakes, now, secrets }: RunInput,
): Promise<Applied> {
  // Two concurrent runs would not see each other's keys.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('content', 0))`)
  const applying: ApplyRun = {
    tx,
    now,
    secrets,
    pictureKey: (name) => pictures.get(name)?.key ?? '',
    changes: [],
    warnings: [],
    mistakes,
  }
  await applyCategories(applying, content.categories)
  await applyBrands(applying, content.brands)
  await applyCampaigns(applying, content.campaigns)
  await applyPromotions(applying, content.promotions)
  await applyPayees(applying, content)
  await applyTexts(applying, content)
  await applyCurrencies(applying, content.rates)
  const bonus = await applyBonus(applying, content)
  throwIfMistakes(mistakes, lineOf)
  const { changes, warnings } = applying
  return { changes, warnings, margin: bonus.on ? await bonusMargin(applying) : [] }
}

/**
 * Stores the pictures after the rows that name them. The lock prevents the cleanup of unused
 * pictures from deleting them.
 */
async function keepPictures(tx: Tx, media: MediaStore, pictures: Pictures): Promise<void> {
  for (const { key, bytes } of pictures.values()) {
    // oxlint-disable-next-line no-await-in-loop -- one picture at a time
    await lockPicture(tx, key)
    // oxlint-disable-next-line no-await-in-loop
    if (bytes) await media.put(bytes, 'webp')
  }
}

/** Finds keys that occur twice in a list. */
function findDuplicates(content: ContentFile): Mistake[] {
  const { brands, campaigns, promotions, charities, vendors, faq, pages } = content
  const categories = content.categories.map(({ name }) => ({ key: name }))
  const lists = { brands, campaigns, promotions, charities, vendors, faq, pages, categories }
  return Object.entries(lists).flatMap(([list, entries]) => {
    const seen = new Set<string>()
    return entries.flatMap(({ key }, index) => {
      if (!seen.has(key)) {
        seen.add(key)
        return []
      }
      const at = list === 'categories' ? [list, index] : [list, index, 'key']
      return [{ at, what: `${key} occurs twice` }]
    })
  })
}
