import { databaseName } from './database.ts'
import { MirrorDb } from './db.ts'
import { DexieStorage } from './dexie-storage.ts'
import { wipeDatabase } from './wipe-database.ts'

/** A tab with an older version can hold the opening up for ever; nobody waits that long. */
const OPEN_MS = 2000

type Doors = {
  /** Somebody signed out. */
  onDeleted: () => void
  /** Another tab wants a newer database. */
  onOutdated: () => void
}

export async function openDatabase(uuid: string, doors: Doors): Promise<DexieStorage> {
  const db = new MirrorDb(databaseName(uuid))
  db.on('versionchange', (event) => {
    db.close()
    // A deletion is a sign-out, which has its own message; an upgrade asks for a reload.
    if (event.newVersion === null) doors.onDeleted()
    else doors.onOutdated()
  })
  await openInTime(db)
  return new DexieStorage(db)
}

/** Of somebody who may come back to what they typed and to what waits. */
export const forgetRows = (uuid: string) => wipeDatabase(databaseName(uuid), true)

/** Rejects, with the database closed, when it is held up by somebody. */
export async function openInTime(db: MirrorDb): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database does not open')), OPEN_MS)
  })
  try {
    await Promise.race([db.open(), tooLong])
  } catch (error) {
    db.close()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
