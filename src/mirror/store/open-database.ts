import { databaseName } from './database.ts'
import { MirrorDb } from './db.ts'
import { DexieStorage } from './dexie-storage.ts'
import { wipeDatabase } from './wipe-database.ts'

/** Maximum wait for opening. A tab with an older version can block it forever. */
const OPEN_MS = 2000

type DatabaseCallbacks = {
  /** Called when the database is deleted by a sign-out. */
  onDeleted: () => void
  /** Called when another tab needs a newer version of the database. */
  onOutdated: () => void
}

export async function openDatabase(
  uuid: string,
  callbacks: DatabaseCallbacks,
): Promise<DexieStorage> {
  const db = new MirrorDb(databaseName(uuid))
  db.on('versionchange', (event) => {
    db.close()
    // A deletion is a sign-out, which has its own message; an upgrade needs a reload.
    if (event.newVersion === null) callbacks.onDeleted()
    else callbacks.onOutdated()
  })
  await openWithTimeout(db)
  return new DexieStorage(db)
}

/**
 * Deletes the rows of a user. Keeps drafts and waiting changes, because the user may sign in again.
 */
export const forgetRows = (uuid: string) => wipeDatabase(databaseName(uuid), true)

/** Opens the database. If it is blocked for too long, closes it and rejects. */
export async function openWithTimeout(db: MirrorDb): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database does not open')), OPEN_MS)
  })
  try {
    await Promise.race([db.open(), timeout])
  } catch (error) {
    db.close()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
