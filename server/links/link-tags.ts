import { and, eq, inArray, sql } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import { Tags, type BulkTags } from '#contract/links/link-edits.ts'
import { fold } from '#contract/search/fold.ts'
import { withoutNames } from '#contract/search/spellings.ts'
import * as v from 'valibot'
import { nextChange } from '../platform/db/changes.ts'
import type { DbOrTx } from '../platform/db/client.ts'
import { links } from '../platform/db/schema.ts'
import { recordHistory } from '../platform/history/record.ts'
import { FieldError } from '../platform/http/errors.ts'
import { ownLinks } from './link-rows.ts'
import { knownTags, readTags } from './known-tags.ts'
import { searchTextOf } from './search-text.ts'

type Edit = InferOutput<typeof BulkTags>
type TaggedLink = { uuid: string; tags: string[]; updated_at: string }

/** Adds, removes or sets tags of several links. Ids of other users' links are ignored. */
export async function tagLinks(db: DbOrTx, userId: string, edit: Edit): Promise<TaggedLink[]> {
  return db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, userId)
    const { mode, uuids } = edit
    const tags = await knownTags(tx, userId, edit.tags, mode === 'set' ? uuids : [])
    const rows = await tx
      .select({
        uuid: links.id,
        name: links.name,
        shortCode: links.shortCode,
        url: links.url,
        tags: links.tags,
        updatedAt: links.updatedAt,
      })
      .from(links)
      .where(ownLinks(userId, inArray(links.id, uuids)))
      .orderBy(links.id)
      .for('update')
    const now = new Date()
    const tagged = rows.map((row) => ({ row, tags: combineTags(row.tags, { tags, mode }) }))
    const changed = tagged.filter(({ row, tags }) => !isSame(tags, row.tags))
    if (changed.length > 0) {
      const values = changed.map(({ row, tags }) => ({
        uuid: row.uuid,
        tags,
        text: searchTextOf({ ...row, tags }),
      }))
      await tx
        .update(links)
        .set({
          tags: sql`array(select jsonb_array_elements_text(edited.tags))`,
          searchText: sql`edited.text`,
          changeSeq,
          updatedAt: now,
        })
        .from(
          sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as edited(uuid uuid, tags jsonb, text text)`,
        )
        .where(and(ownLinks(userId), eq(links.id, sql`edited.uuid`)))
      const entries = changed.map(({ row, tags }) => ({
        userId,
        linkId: row.uuid,
        changes: { tags: { from: row.tags, to: tags } },
      }))
      await recordHistory(tx, entries, { kind: 'bulk' })
    }
    return tagged.map(({ row, tags }) => ({
      uuid: row.uuid,
      tags,
      updated_at: (isSame(tags, row.tags) ? row.updatedAt : now).toISOString(),
    }))
  })
}

function combineTags(before: string[], { tags, mode }: Pick<Edit, 'tags' | 'mode'>): string[] {
  if (mode === 'set') return tags
  if (mode === 'remove') return withoutNames(before, tags)
  const both = v.safeParse(Tags, [...before, ...tags])
  if (!both.success) throw new FieldError('tags', both.issues[0].message)
  return both.output
}

const isSame = (a: string[], b: string[] | undefined) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Returns the user's own tags that contain a text, most used first. Returns one more than `limit`
 * if there are further ones.
 */
export async function suggestTags(
  db: DbOrTx,
  userId: string,
  { q, limit, offset }: { q: string; limit: number; offset: number },
): Promise<{ name: string }[]> {
  const text = fold(q)
  const found = (await readTags(db, userId)).filter(({ name }) => fold(name).includes(text))
  return found.slice(offset, offset + limit + 1).map(({ name }) => ({ name }))
}
