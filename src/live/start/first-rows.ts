import { unwrap, wrap, type IDBPDatabase } from 'idb'
import { endWithPage } from '#http/page-cache.ts'
import { within } from '#http/time-out.ts'
import type { ShortLink } from '#contract/links.ts'
import { databaseName, NATIVE_VERSION } from '#mirror/store/database.ts'
import { openAsItIs } from '#mirror/store/open-as-it-is.ts'
import { LINK_LISTS, type ListRecord, type MirrorStorage } from '#mirror/store/storage.ts'

/** What the first screen shows. */
const FIRST_ROWS = 30
/** A database that is slower than this is in somebody's way; the storage knows what to do then. */
const PATIENCE_MS = 500

export type FirstRows = {
  lists: ListRecord[]
  /** The newest shown links. */
  rows: ShortLink[]
  /** Of all shown links, newest first; they come a moment later. */
  ids: Promise<string[]>
  /** False: the server has just said them, and the storage will be told. */
  isStored: boolean
}

/**
 * What the first screen needs from the mirror, read with next to no code, so that rows stand there
 * before the library that keeps them has been loaded. It only reads, and a database that is not
 * there, of another version or in trouble is left to the storage: null.
 */
export async function readFirstRows(uuid: string | null): Promise<FirstRows | null> {
  return uuid ? within(PATIENCE_MS, openAsItIs(databaseName(uuid)).then(readAndClose), null) : null
}

/** The same from the storage, which knows what to do about a database in trouble. */
export async function firstRowsIn(storage: MirrorStorage): Promise<FirstRows> {
  // In this order: rows are stored before their list is called loaded.
  const [lists, rows] = await Promise.all([
    Promise.all(LINK_LISTS.map((name) => storage.list(name))),
    storage.newest('links', FIRST_ROWS),
  ])
  return { lists: lists.filter(isThere), rows, ids: storage.keys('links'), isStored: true }
}

const isThere = (list: ListRecord | undefined) => list !== undefined

export async function readAndClose(db: IDBDatabase): Promise<FirstRows | null> {
  try {
    return db.version === NATIVE_VERSION ? await read(wrap(db)) : null
  } finally {
    // Waits for what was asked before it.
    db.close()
  }
}

async function read(db: IDBPDatabase): Promise<FirstRows> {
  const transaction = db.transaction(['lists', 'links'])
  endWithPage(unwrap(transaction))
  transaction.done.catch(() => undefined)
  const lists = Promise.all(
    LINK_LISTS.map(
      (name) => transaction.objectStore('lists').get(name) as Promise<ListRecord | undefined>,
    ),
  )
  // Whoever reads rows hears of it.
  lists.catch(() => undefined)
  const newest = transaction.objectStore('links').index('[list+created_at]')
  const shown = IDBKeyRange.bound(['links'], ['links', []])
  const rows: ShortLink[] = []
  let cursor = await newest.openCursor(shown, 'prev')
  for (; cursor && rows.length < FIRST_ROWS; cursor = await cursor.continue())
    rows.push(cursor.value as ShortLink)
  const ids = newest.getAllKeys(shown).then((keys) => (keys as string[]).reverse())
  ids.catch(() => undefined)
  return { lists: (await lists).filter(isThere), rows, ids, isStored: true }
}
