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
 * The answer goes into the mirror and the entry out of the outbox at once: no moment at which the
 * change is nowhere, or twice. Whoever rested may go on. An entry that was taken back meanwhile leaves
 * its answer all the same.
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
    // Another runner, or a person, was faster: then later changes may have been done already.
    if (!isStillThere) return
    await showOn(db, isMade ? withRealId(entry.change, temporary, made.uuid) : entry.change)
    await db.outbox.delete(entry.seq)
  })

/** An edit of a link that touches nothing else, and the link as it is now. */
export type PlainEdit = { entry: Entry; link: ShortLink }

export function plainEdit(entry: Entry, { link, gone }: Answer): PlainEdit | undefined {
  const isPlain = entry.change.kind === 'edit-link' && !touchesOthers(entry.change)
  return isPlain && link && !gone ? { entry, link } : undefined
}

/** The same for several of them, in their order, in one transaction. */
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
 * Links name their collections and collections count their links: what the server has now done to the
 * other side stays in sight until that side is read again.
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

/** What was to be done with the thing under its temporary id goes on under its real one. */
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
