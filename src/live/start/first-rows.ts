import { unwrap, wrap, type IDBPDatabase } from 'idb'
import { abortOnLeave } from '#http/page-cache.ts'
import { withTimeout } from '#http/time-out.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { databaseName, NATIVE_VERSION } from '#mirror/store/database.ts'
import { openExisting } from '#mirror/store/open-existing.ts'
import { LINK_LISTS, type ListRecord, type MirrorStorage } from '#mirror/store/storage.ts'

/** Number of rows on the first screen. */
const FIRST_ROW_COUNT = 30
/**
 * Maximum time for this read. A slower database is probably blocked, which the storage can handle.
 */
const MAX_READ_MS = 500

export type FirstRows = {
  lists: ListRecord[]
  /** Newest visible links. */
  rows: ShortLink[]
  /** Ids of all visible links, newest first. They arrive a moment later. */
  ids: Promise<string[]>
  /** False if the rows come from the server and are not stored yet. */
  isStored: boolean
}

/**
 * Reads the rows of the first screen with very little code, so that they appear before the database
 * library has loaded. It only reads. Returns null if the database is missing, has another version
 * or fails; the storage handles these cases.
 */
export async function readFirstRows(uuid: string | null): Promise<FirstRows | null> {
  return uuid
    ? withTimeout(MAX_READ_MS, openExisting(databaseName(uuid)).then(readAndClose), null)
    : null
}

/** Reads the same rows from the storage, which can handle a database that fails. */
export async function readFirstRowsFrom(storage: MirrorStorage): Promise<FirstRows> {
  // Rows are stored before their list counts as loaded, so read the lists first.
  const [lists, rows] = await Promise.all([
    Promise.all(LINK_LISTS.map((name) => storage.list(name))),
    storage.newest('links', FIRST_ROW_COUNT),
  ])
  return { lists: lists.filter(isDefined), rows, ids: storage.keys('links'), isStored: true }
}

const isDefined = (list: ListRecord | undefined) => list !== undefined

export async function readAndClose(db: IDBDatabase): Promise<FirstRows | null> {
  try {
    return db.version === NATIVE_VERSION ? await read(wrap(db)) : null
  } finally {
    // The browser closes it after the pending reads.
    db.close()
  }
}

async function read(db: IDBPDatabase): Promise<FirstRows> {
  const transaction = db.transaction(['lists', 'links'])
  abortOnLeave(unwrap(transaction))
  transaction.done.catch(() => undefined)
  const lists = Promise.all(
    LINK_LISTS.map(
      (name) => transaction.objectStore('lists').get(name) as Promise<ListRecord | undefined>,
    ),
  )
  // The caller handles the rejection when it awaits the lists.
  lists.catch(() => undefined)
  const newest = transaction.objectStore('links').index('[list+created_at]')
  const shown = IDBKeyRange.bound(['links'], ['links', []])
  const rows: ShortLink[] = []
  let cursor = await newest.openCursor(shown, 'prev')
  for (; cursor && rows.length < FIRST_ROW_COUNT; cursor = await cursor.continue())
    rows.push(cursor.value as ShortLink)
  const ids = newest.getAllKeys(shown).then((keys) => (keys as string[]).reverse())
  ids.catch(() => undefined)
  return { lists: (await lists).filter(isDefined), rows, ids, isStored: true }
}
