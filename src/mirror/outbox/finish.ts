import type { ShortLink } from '#contract/links.ts'
import type { MirrorDb } from '../store/db.ts'
import { putNewer, putTags, stored } from '../store/dexie-storage.ts'
import { onTopOf, ownFields } from './edits.ts'
import { makes, withRealId, type Change, type Entry } from './entries.ts'
import { overlayOf } from './overlay.ts'
import { messages } from './messages.ts'
import type { Answer } from './send.ts'
import { ALIAS, isSame, REST, tables } from './store.ts'
import type { LocalCollection, LocalLink } from './waiting.ts'

/**
 * Stores the answer in the local copy and removes the entry from the outbox in one transaction, so
 * that the change is never missing or shown twice. Also ends the pause after failures. The answer
 * is stored even if the user discarded the entry meanwhile.
 */
export const finish = (db: MirrorDb, entry: Entry, answer: Answer): Promise<void> =>
  db.transaction('rw', tables(db), async () => {
    const isStillThere = await isSame(db, entry)
    await keep(db, answer)
    await db.outboxNotes.delete(REST)
    if (entry.change.kind === 'delete-collection')
      await db.collections.delete(entry.change.collection)
    const made = answer.link ?? answer.collection
    const temporary = makes(entry)
    if (temporary && made) await becomes(db, entry, made)
    const isMade = temporary !== undefined && made !== undefined
    // Another runner or the user was faster, so later changes may have been applied already.
    if (!isStillThere) return
    await showOn(db, isMade ? withRealId(entry.change, temporary, made.uuid) : entry.change)
    await db.outbox.delete(entry.seq)
  })

/** Edit of a link that affects no other rows, with the resulting link. */
export type PlainEdit = { entry: Entry; link: ShortLink }

export function plainEdit(entry: Entry, { link, gone }: Answer): PlainEdit | undefined {
  const isPlain = entry.change.kind === 'edit-link' && !touchesOthers(entry.change)
  return isPlain && link && !gone ? { entry, link } : undefined
}

/** Finishes several plain edits like `finish`, in their order and in one transaction. */
export const finishEdits = (db: MirrorDb, done: readonly PlainEdit[]): Promise<void> =>
  db.transaction('rw', tables(db), async () => {
    const waiting = await db.outbox.bulkGet(done.map(({ entry }) => entry.seq))
    const left = done.filter(({ entry }, i) => waiting[i]?.key === entry.key)
    await putNewer(
      db.links,
      done.map(({ link }) => stored(link)),
    )
    await db.outbox.bulkDelete(left.map(({ entry }) => entry.seq))
    await db.outboxNotes.delete(REST)
  })

/**
 * Applies the change to rows of the other type: links name their collections, and collections count
 * their links. The server has already changed those rows, but they have not been loaded again yet.
 */
async function showOn(db: MirrorDb, change: Change): Promise<void> {
  if (!touchesOthers(change)) return
  const over = overlayOf([{ ...BARE, change }])
  const own = 'collection' in change ? change.collection : 'link' in change ? change.link : ''
  const links = await db.links.bulkGet([...over.links].filter((uuid) => uuid !== own))
  await db.links.bulkPut(links.flatMap((row) => (row ? [stored(over.link(row))] : [])))
  if (!over.collections) return
  const rows = await db.collections.toArray()
  const changed = rows.flatMap((row) => {
    const next = over.collection(row)
    return next && next !== row && row.uuid !== own ? [next] : []
  })
  await db.collections.bulkPut(changed)
}

const BARE = { seq: 0, key: '', title: '', queuedAt: 0, tries: 0, state: 'waiting' } as const

const touchesOthers = (change: Change) =>
  ('collection' in change && change.kind !== 'order-links') ||
  (change.kind === 'edit-link' && 'regular_collection_names' in ownFields(change)) ||
  (change.kind === 'create-link' && Boolean(change.body.regular_collection_names?.length)) ||
  change.kind === 'clone-link'

async function keep(db: MirrorDb, answer: Answer): Promise<void> {
  const { link, collection, tags, message, places, gone } = answer
  if (gone) {
    if (link) await db.links.delete(link.uuid)
    if (collection) await db.collections.delete(collection.uuid)
    return
  }
  if (link) await putNewer(db.links, [stored(link)])
  if (collection) await putNewer(db.collections, [collection])
  if (tags) await putTags(db.links, tags)
  if (message) await messages.keep(db, message)
  for (const { uuid, position } of places ?? []) await db.collections.update(uuid, { position })
}

/** Replaces a temporary id by the real one in all later changes. */
async function becomes(db: MirrorDb, made: Entry, real: LocalLink | LocalCollection) {
  const temporary = makes(made) ?? ''
  await db.outboxNotes.put({ name: ALIAS + temporary, value: real.uuid })
  const later = (await db.outbox.where('seq').above(made.seq).toArray()).filter(({ change }) =>
    JSON.stringify(change).includes(temporary),
  )
  const over = overlayOf([made])
  const [shown = real] = [...over.newLinks, ...over.newCollections]
  await db.outbox.bulkPut(
    later.map((entry) => {
      const change = withRealId(entry.change, temporary, real.uuid)
      return { ...entry, change: onTopOf(change, shown, real) }
    }),
  )
}
