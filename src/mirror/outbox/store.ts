import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { retryAfterReturn } from '#http/page-cache.ts'
import type { MirrorDb } from '../store/db.ts'
import { putNewer, toStoredLink } from '../store/dexie-storage.ts'
import { fieldsOf, isEdit, rebaseWithout } from './edits.ts'
import { messageOperations } from './messages.ts'
import { temporaryIdOf, needs, withRealId, type Change, type Entry } from './entries.ts'

export const ALIAS_PREFIX = 'alias '
/** Name of the note with the pause after failures. */
export const PAUSE_NOTE = 'rest'

type NewEntry = Pick<Entry, 'key' | 'change' | 'title'>

/**
 * Adds a change to the outbox. Resolves when it is stored, even if the page is left and shown again
 * meanwhile.
 */
export const enqueue = (db: MirrorDb, entry: NewEntry, now = Date.now()): Promise<number> =>
  retryAfterReturn(() => addEntry(db, entry, now))

/** Temporary ids in the change may have become real by now. */
const addEntry = (db: MirrorDb, { key, change, title }: NewEntry, now: number): Promise<number> =>
  db.transaction('rw', db.outbox, db.outboxNotes, async () => {
    let real = change
    for (const id of needs(change)) {
      const note = await db.outboxNotes.get(ALIAS_PREFIX + id)
      if (note) real = withRealId(real, id, String(note.value))
    }
    return db.outbox.add({ key, change: real, title, queuedAt: now, tries: 0, state: 'waiting' })
  })

/**
 * Returns the real ids of temporary ones, also for dialogs that were opened under a temporary id.
 */
export async function realIds(db: MirrorDb): Promise<Map<string, string>> {
  const notes = await db.outboxNotes.where('name').startsWith(ALIAS_PREFIX).toArray()
  return new Map(notes.map(({ name, value }) => [name.slice(ALIAS_PREFIX.length), String(value)]))
}

/**
 * Returns whether the entry is unchanged, that is, neither the user nor another runner has
 * processed it.
 */
export async function isUnchanged(db: MirrorDb, { seq, key }: Entry): Promise<boolean> {
  return (await db.outbox.get(seq))?.key === key
}

/** Tables that a change can affect. */
export const tables = (db: MirrorDb) => [
  db.links,
  db.collections,
  db.outbox,
  db.outboxNotes,
  ...messageOperations.tables(db),
]

type EntryUpdate = Partial<Pick<Entry, 'state' | 'problem' | 'tries'>>

export const updateEntry = (db: MirrorDb, entry: Entry, update: EntryUpdate): Promise<void> =>
  db.transaction('rw', db.outbox, async () => {
    if (await isUnchanged(db, entry)) await db.outbox.update(entry.seq, update)
  })

/**
 * Marks an entry as a conflict and stores the latest object, which is shown until the user decides.
 */
export const markConflict = (
  db: MirrorDb,
  entry: Entry,
  problem: { fields: string[]; latest: ShortLink | Collection },
): Promise<void> =>
  db.transaction('rw', tables(db), async () => {
    await saveLatest(db, entry.change, problem.latest)
    await updateEntry(db, entry, { state: 'conflict', problem })
  })

/**
 * Stores the latest object after a change made elsewhere. The kind of the change tells its type.
 */
export async function saveLatest(db: MirrorDb, { kind }: Change, latest: ShortLink | Collection) {
  if (kind === 'edit-link') await putNewer(db.links, [toStoredLink(latest as ShortLink)])
  else await putNewer(db.collections, [latest as Collection])
}

/** Replaces the change of an entry. It gets a new key, because its request body is different. */
export const replace = (db: MirrorDb, entry: Entry, change: Change): Promise<void> =>
  db.transaction('rw', db.outbox, async () => {
    if (!(await isUnchanged(db, entry))) return
    const { seq, title, queuedAt } = entry
    const key = crypto.randomUUID()
    await db.outbox.put({ seq, key, change, title, queuedAt, tries: 0, state: 'waiting' })
  })

/**
 * Discards a change. If it would have created an object, all later changes of that object are
 * discarded too. Returns all affected entries as they were.
 */
export const discard = (db: MirrorDb, entry: Entry): Promise<Entry[]> =>
  db.transaction('rw', tables(db), async () => {
    const all = await db.outbox.toArray()
    const later = all.filter(({ seq }) => seq > entry.seq)
    const temporary = temporaryIdOf(entry)
    const orphans = temporary ? later.filter(({ change }) => isOnlyAbout(change, temporary)) : []
    await db.outbox.bulkDelete([entry.seq, ...orphans.map(({ seq }) => seq)])
    const left = later.filter((other) => !orphans.includes(other))
    await db.outbox.bulkPut(await adaptLaterEntries(db, entry, left, temporary))
    return all.filter(({ seq }) => seq >= entry.seq)
  })

/**
 * Undoes a discard. An entry that was sent meanwhile is sent again under its old key, which changes
 * nothing.
 */
export const undoDiscard = async (db: MirrorDb, entries: Entry[]): Promise<void> =>
  void (await db.outbox.bulkPut(entries))

async function adaptLaterEntries(db: MirrorDb, { change }: Entry, later: Entry[], gone?: string) {
  if (gone) return later.flatMap((other) => withoutObject(other, gone))
  if (!isEdit(change)) return []
  const table = change.kind === 'edit-link' ? db.links : db.collections
  const id = change.kind === 'edit-link' ? change.link : change.collection
  const row = await table.get(id)
  const before = { ...(row && fieldsOf(row)), ...change.base }
  return later.map((other) => rebaseWithout(other, change, before))
}

function isOnlyAbout(change: Change, id: string): boolean {
  switch (change.kind) {
    case 'send-message':
      return false
    case 'create-link':
    case 'edit-link':
      return change.link === id
    case 'clone-link':
      return change.link === id || change.of === id
    case 'tag-links':
    case 'add-parameters':
      return change.links.every((link) => link === id)
    case 'add-links':
    case 'remove-links':
    case 'order-links':
      return change.collection === id || change.links.every((link) => link === id)
    case 'order-collections':
      return change.collections.every((one) => one === id)
    default:
      return change.collection === id
  }
}

/** Removes an object that will never exist from a change of several objects. */
function withoutObject(entry: Entry, gone: string): Entry[] {
  const { change } = entry
  if (change.kind === 'order-collections') {
    const collections = change.collections.filter((id) => id !== gone)
    return [{ ...entry, change: { ...change, collections } }]
  }
  if (!('links' in change) || !change.links.includes(gone)) return []
  return [{ ...entry, change: { ...change, links: change.links.filter((id) => id !== gone) } }]
}

/** Returns the number of changes that a sign-out would lose. */
export const countWaiting = (db: MirrorDb): Promise<number> => db.outbox.count()
