import { eq, inArray, sql } from 'drizzle-orm'
import type { CollectionDelta } from '#contract/collections.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { collections, linkClicks, links, removals } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { ownCollections, selectCollections } from './collection-rows.ts'
import {
  collectionList,
  isListed,
  withContents,
  type CollectionFilter,
} from './collection-search.ts'
import { ownLinks } from '../link-rows.ts'
import type { ListCursor } from '../../platform/lists/list-cursor.ts'
import { changesSince } from '../../platform/lists/list-delta.ts'

type Change = { id: string; seq: number; isListed: boolean }

/**
 * Returns the collections that changed since a cursor. A regular collection changes when it is
 * edited or when its count or preview changes: a link is added, removed, moved, hidden or shown, or
 * gets another picture. A smart collection counts as changed whenever any link of the user changed,
 * because only evaluating its rule shows the result. Without changes, no rule is evaluated.
 */
export async function changedCollections(
  deps: Deps,
  userId: string,
  filter: CollectionFilter,
  { since, page_size: pageSize }: { since: string; page_size: number },
): Promise<CollectionDelta> {
  await deps.clicks.settle()
  const { rows, ...rest } = await changesSince(deps.db, userId, since, {
    list: await collectionList(deps.db, userId),
    pageSize,
    after: (cursor, limit) => changesAfter(deps.db, userId, filter, cursor, limit),
    placeOf: ({ id, seq }) => ({ id, seq }),
  })
  const ids = rows.filter((row) => row.isListed).map(({ id }) => id)
  return {
    results: await readInOrder(deps.db, userId, ids),
    removed: rows.filter((row) => !row.isListed).map(({ id }) => id),
    ...rest,
  }
}

async function changesAfter(
  db: DbOrTx,
  userId: string,
  filter: CollectionFilter,
  cursor: ListCursor,
  limit: number,
): Promise<Change[]> {
  const rows = await db.execute<{ id: string; seq: string; isListed: boolean }>(sql`
    select id, seq, "isListed" from (
      select ${collections.id} as id, ${seqOf(userId)} as seq, ${isListed(filter)} as "isListed"
      from ${collections} where ${ownCollections(userId)}
      union all
      select ${removals.itemId}, ${removals.changeSeq}, false
      from ${removals} where ${removals.userId} = ${userId} and ${removals.list} = 'collections'
    ) as changes
    where (seq, id) > (${cursor.seq}, ${cursor.id}::uuid)
    order by seq, id limit ${limit}`)
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
}

/**
 * Change number of a collection. A smart collection changes with itself, with any link, and with
 * clicks.
 */
const seqOf = (userId: string) => sql`case ${collections.kind}
  when 'smart' then greatest(${collections.changeSeq},
    (select max(${links.changeSeq}) from ${links} where ${ownLinks(userId)}),
    (select max(${linkClicks.changeSeq}) from ${linkClicks} where ${eq(linkClicks.userId, userId)}))
  else ${collections.changeSeq} end`

/**
 * Reads collections in the order of the ids. One that was deleted in the meantime is left out; the
 * next answer reports it.
 */
async function readInOrder(db: DbOrTx, userId: string, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await selectCollections(db).where(
    ownCollections(userId, inArray(collections.id, ids)),
  )
  const known = new Map(
    (await withContents(db, userId, rows)).map((collection) => [collection.uuid, collection]),
  )
  return ids.flatMap((id) => known.get(id) ?? [])
}
