import { and, eq, inArray, sql } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import { Tags, type BulkTags } from '#contract/links.ts'
import * as v from 'valibot'
import { nextChange } from '../platform/db/changes.ts'
import type { DbOrTx } from '../platform/db/client.ts'
import { links } from '../platform/db/schema.ts'
import { FieldError } from '../platform/http/errors.ts'
import { ownLinks } from './link-rows.ts'
import { containsWord } from '../platform/db/folded.ts'

type Edit = InferOutput<typeof BulkTags>
type TaggedLink = { uuid: string; tags: string[]; updated_at: string }

/** Adds, removes or sets tags of several links. Ids of other users' links are ignored. */
export async function tagLinks(db: DbOrTx, userId: string, edit: Edit): Promise<TaggedLink[]> {
  return db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, userId)
    const rows = await tx
      .select({ uuid: links.id, tags: links.tags, updatedAt: links.updatedAt })
      .from(links)
      .where(ownLinks(userId, inArray(links.id, edit.uuids)))
      .orderBy(links.id)
      .for('update')
    const now = new Date()
    const tagged = rows.map(({ uuid, tags: before, updatedAt }) => {
      const tags = combineTags(before, edit)
      const changedAt = isSame(tags, before) ? updatedAt : now
      return { uuid, tags, updated_at: changedAt.toISOString() }
    })
    const changed = tagged.filter(({ tags }, index) => !isSame(tags, rows[index]?.tags))
    if (changed.length > 0) {
      await tx
        .update(links)
        .set({
          tags: sql`array(select jsonb_array_elements_text(edited.tags))`,
          changeSeq,
          updatedAt: now,
        })
        .from(
          sql`jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as edited(uuid uuid, tags jsonb)`,
        )
        .where(and(ownLinks(userId), eq(links.id, sql`edited.uuid`)))
    }
    return tagged
  })
}

function combineTags(before: string[], { tags, mode }: Edit): string[] {
  if (mode === 'set') return tags
  if (mode === 'remove') return before.filter((tag) => !tags.includes(tag))
  const both = v.safeParse(Tags, [...before, ...tags])
  if (!both.success) throw new FieldError('tags', both.issues[0].message)
  return both.output
}

const isSame = (a: string[], b: string[] | undefined) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Returns the user's own tags, most used first. Returns one more than `limit` if there are further
 * ones.
 */
export async function suggestTags(
  db: DbOrTx,
  userId: string,
  { q, limit, offset }: { q: string; limit: number; offset: number },
): Promise<{ name: string }[]> {
  const used = db
    .select({ name: sql<string>`unnest(${links.tags})`.as('name') })
    .from(links)
    .where(ownLinks(userId))
    .as('used')
  return db
    .select({ name: used.name })
    .from(used)
    .where(containsWord(used.name, q))
    .groupBy(used.name)
    .orderBy(sql`count(*) desc`, used.name)
    .limit(limit + 1)
    .offset(offset)
}
