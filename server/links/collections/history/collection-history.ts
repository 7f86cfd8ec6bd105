import { inArray } from 'drizzle-orm'
import { SmartCollectionEdit, type SmartRule } from '#contract/collections.ts'
import type { HistoryPage, Restored } from '#contract/links/history.ts'
import type { Deps } from '../../../env.ts'
import { dropLostPicture } from '../../../people/media/lost-picture.ts'
import { nextChange } from '../../../platform/db/changes.ts'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'
import { links } from '../../../platform/db/schema.ts'
import type { FieldChanges } from '../../../platform/db/schema/links/history-schema.ts'
import { readHistory } from '../../../platform/history/read-history.ts'
import {
  inTransaction,
  parseVersion,
  recordedChanges,
  refuseUnseen,
  type RestoreRequest,
} from '../../../platform/history/restore.ts'
import { historyOf, readVersion } from '../../../platform/history/versions.ts'
import { inWords } from '../../../platform/history/words.ts'
import { ownLinks } from '../../link-rows.ts'
import { applyEdit, withUniqueName } from '../collection-edit.ts'
import { findCollection } from '../collection-rows.ts'
import { readCollection } from '../collection-search.ts'
import { collectionWords, namedLinks, withLinkLists } from './collection-fields.ts'
import { linkIdOf } from './link-moves.ts'
import { restorePlaces } from './restore-places.ts'

/** Returns a page of the changes of a collection, newest first. Throws a 404 if there is none. */
export async function listCollectionHistory(
  { db }: Deps,
  userId: string,
  id: string,
  paging: { page: number; page_size: number },
): Promise<Omit<HistoryPage, 'next'>> {
  const { id: collectionId, createdAt } = await findCollection(db, userId, id)
  return readHistory(db, historyOf(userId, { collectionId }), {
    userId,
    paging,
    createdAt,
    shown: withLinkLists,
    wordsOf: (changes) => wordsFor(db, userId, changes),
  })
}

type CollectionRestore = RestoreRequest & {
  /** Refuses a rule that the caller may not set. */
  checkRule: (rule: SmartRule | undefined) => Promise<void>
}

/**
 * Gives a collection the fields and links of an earlier version, as a new change with all checks of
 * an edit. A dry run changes nothing.
 */
export async function restoreCollection(
  deps: Deps,
  userId: string,
  collectionId: string,
  { id, latestId, isDryRun, checkRule }: CollectionRestore,
): Promise<Restored> {
  // Before anything is locked, because storing clicks needs the same rows.
  await deps.clicks.settle()
  return withUniqueName(() =>
    inTransaction(deps.db, isDryRun, async (tx) => {
      const changeSeq = await nextChange(tx, userId)
      const collection = await findCollection(tx, userId, collectionId)
      const isOwn = historyOf(userId, { collectionId: collection.id })
      await refuseUnseen(tx, isOwn, latestId, () => readCollection(tx, userId, collection.id))
      const { values, at } = await readVersion(tx, isOwn, id)
      const { edit, leftOut } = await editOfVersion(tx, userId, values)
      await checkRule(edit.rule)
      const moved = await restorePlaces(tx, collection, placesIn(values), changeSeq)
      const cause = {
        kind: 'restore',
        restoredFrom: at ?? collection.createdAt,
        more: moved.changes,
      } as const
      const { changes, latest } = await recordedChanges(tx, isOwn, isDryRun, () =>
        applyEdit(tx, collection, edit, { changeSeq, cause }),
      )
      const shown = withLinkLists(changes)
      const words = await wordsFor(tx, userId, [shown])
      const left_out = [...leftOut, ...lostText(moved.lost)]
      return { changes: inWords(words, shown), left_out, ...latest }
    }),
  )
}

/** Returns the edit that brings back the values of a version, and what it leaves out, in words. */
async function editOfVersion(tx: Tx, userId: string, values: Record<string, unknown>) {
  const leftOut: string[] = []
  const edit = { ...values }
  if (await dropLostPicture(tx, userId, edit, COVER))
    leftOut.push('The cover photo no longer exists.')
  return { edit: parseVersion(SmartCollectionEdit, edit), leftOut }
}

const COVER = ['image_upload_id', 'image_params', 'thumbnail_params'] as const

/** Returns the positions of links in the values of a version, by id. */
const placesIn = (values: Record<string, unknown>) =>
  new Map(
    Object.entries(values).flatMap(([name, place]) => {
      const id = linkIdOf(name)
      return id === undefined ? [] : [[id, place as number | null] as const]
    }),
  )

function lostText(count: number): string[] {
  if (count === 0) return []
  return [count === 1 ? '1 link no longer exists.' : `${count} links no longer exist.`]
}

/** Returns the words for some changes of collections, with the names of the links in them. */
async function wordsFor(db: DbOrTx, userId: string, changes: FieldChanges[]) {
  const ids = changes.flatMap((change) => namedLinks(change))
  if (ids.length === 0) return collectionWords(new Map())
  const rows = await db
    .select({ id: links.id, name: links.name, url: links.url })
    .from(links)
    .where(ownLinks(userId, inArray(links.id, ids)))
  return collectionWords(new Map(rows.map(({ id, name, url }) => [id, name || url])))
}
