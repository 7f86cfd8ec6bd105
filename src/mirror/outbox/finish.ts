import type { ShortLink } from '#contract/links/short-link.ts'
import type { MirrorDb } from '../store/db.ts'
import { putNewer, putTags, toStoredLink } from '../store/dexie-storage.ts'
import { rebaseOnCreated, changedFields } from './edits.ts'
import { temporaryIdOf, withRealId, type Change, type Entry } from './entries.ts'
import { overlayOf } from './overlay.ts'
import { messageOperations } from './messages.ts'
import type { Answer } from './send.ts'
import { ALIAS_PREFIX, isUnchanged, PAUSE_NOTE, tables } from './store.ts'
import type { LocalCollection, LocalLink } from './waiting.ts'

/**
 * Stores the answer in the local copy and removes the entry from the outbox in one transaction, so
 * that the change is never missing or shown twice. Also ends the pause after failures. The answer
 * is stored even if the user discarded the entry meanwhile.
 */
export const finish = (db: MirrorDb, entry: Entry, answer: Answer): Promise<void> =>
  db.transaction('rw', tables(db), async () => {
    const isStillThere = await isUnchanged(db, entry)
    await storeAnswer(db, answer)
    await db.outboxNotes.delete(PAUSE_NOTE)
    if (entry.change.kind === 'delete-collection')
      await db.collections.delete(entry.change.collection)
    const created = answer.link ?? answer.collection
    const temporary = temporaryIdOf(entry)
    if (temporary && created) await replaceTemporaryId(db, entry, created)
    const isCreated = temporary !== undefined && created !== undefined
    // Another runner or the user was faster, so later changes may have been applied already.
    if (!isStillThere) return
    await applyToOtherRows(
      db,
      isCreated ? withRealId(entry.change, temporary, created.uuid) : entry.change,
    )
    await db.outbox.delete(entry.seq)
  })

/** Edit of a link that affects no other rows, with the resulting link. */
export type PlainEdit = { entry: Entry; link: ShortLink }

export function plainEdit(entry: Entry, { link, gone }: Answer): PlainEdit | undefined {
  const isPlain = entry.change.kind === 'edit-link' && !affectsOtherRows(entry.change)
  return isPlain && link && !gone ? { entry, link } : undefined
}

/** Finishes several plain edits like `finish`, in their order and in one transaction. */
export const finishEdits = (db: MirrorDb, done: readonly PlainEdit[]): Promise<void> =>
  db.transaction('rw', tables(db), async () => {
    const waiting = await db.outbox.bulkGet(done.map(({ entry }) => entry.seq))
    const remaining = done.filter(({ entry }, i) => waiting[i]?.key === entry.key)
    await putNewer(
      db.links,
      done.map(({ link }) => toStoredLink(link)),
    )
    await db.outbox.bulkDelete(remaining.map(({ entry }) => entry.seq))
    await db.outboxNotes.delete(PAUSE_NOTE)
  })

/**
 * Applies the change to rows of the other type: links name their collections, and collections count
 * their links. The server has already changed those rows, but they have not been loaded again yet.
 */
async function applyToOtherRows(db: MirrorDb, change: Change): Promise<void> {
  if (!affectsOtherRows(change)) return
  const overlay = overlayOf([{ ...EMPTY_ENTRY, change }])
  const own = 'collection' in change ? change.collection : 'link' in change ? change.link : ''
  const links = await db.links.bulkGet([...overlay.links].filter((uuid) => uuid !== own))
  await db.links.bulkPut(links.flatMap((row) => (row ? [toStoredLink(overlay.link(row))] : [])))
  if (!overlay.collections) return
  const rows = await db.collections.toArray()
  const changed = rows.flatMap((row) => {
    const next = overlay.collection(row)
    return next && next !== row && row.uuid !== own ? [next] : []
  })
  await db.collections.bulkPut(changed)
}

const EMPTY_ENTRY = { seq: 0, key: '', title: '', queuedAt: 0, tries: 0, state: 'waiting' } as const

const affectsOtherRows = (change: Change) =>
  ('collection' in change && change.kind !== 'order-links') ||
  (change.kind === 'edit-link' && 'regular_collection_names' in changedFields(change)) ||
  (change.kind === 'create-link' && Boolean(change.body.regular_collection_names?.length)) ||
  change.kind === 'clone-link'

async function storeAnswer(db: MirrorDb, answer: Answer): Promise<void> {
  const { link, links, collection, tags, message, places, gone } = answer
  if (gone) {
    if (link) await db.links.delete(link.uuid)
    if (collection) await db.collections.delete(collection.uuid)
    return
  }
  if (link) await putNewer(db.links, [toStoredLink(link)])
  if (links) await putNewer(db.links, links.map(toStoredLink))
  if (collection) await putNewer(db.collections, [collection])
  if (tags) await putTags(db.links, tags)
  if (message) await messageOperations.storeAnswer(db, message)
  for (const { uuid, position } of places ?? []) await db.collections.update(uuid, { position })
}

/** Replaces a temporary id by the real one in all later changes. */
async function replaceTemporaryId(db: MirrorDb, created: Entry, real: LocalLink | LocalCollection) {
  const temporary = temporaryIdOf(created) ?? ''
  await db.outboxNotes.put({ name: ALIAS_PREFIX + temporary, value: real.uuid })
  const later = (await db.outbox.where('seq').above(created.seq).toArray()).filter(({ change }) =>
    JSON.stringify(change).includes(temporary),
  )
  const overlay = overlayOf([created])
  const [shown = real] = [...overlay.newLinks, ...overlay.newCollections]
  await db.outbox.bulkPut(
    later.map((entry) => {
      const change = withRealId(entry.change, temporary, real.uuid)
      return { ...entry, change: rebaseOnCreated(change, shown, real) }
    }),
  )
}
