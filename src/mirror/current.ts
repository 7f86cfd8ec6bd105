import { Dexie } from 'dexie'
import { databaseName, MirrorDb } from './db.ts'
import { DexieStorage } from './dexie-storage.ts'
import { MemoryStorage } from './memory-storage.ts'
import { SturdyStorage } from './sturdy-storage.ts'
import type { MirrorStorage } from './storage.ts'

/** A tab with an older version can hold the opening up for ever; nobody waits that long. */
const OPEN_MS = 2000

let current: { uuid: string | null; storage: SturdyStorage } | undefined

/** The mirror of one person. Asking for another's closes the first one's. */
export function storageFor(uuid: string | null): MirrorStorage {
  if (current?.uuid !== uuid || !current) {
    closeMirror()
    current = { uuid, storage: openStorage(uuid) }
  }
  return current.storage
}

/** After this, late work for this person throws MirrorClosed instead of writing. */
export function closeMirror(): void {
  current?.storage.close()
  current = undefined
}

/** For a person who is gone, and whom a late answer has brought back. */
export async function dropMirror(uuid: string | null): Promise<void> {
  if (current?.uuid === uuid) closeMirror()
  if (uuid) await Dexie.delete(databaseName(uuid))
}

function openStorage(uuid: string | null): SturdyStorage {
  const storage: SturdyStorage = new SturdyStorage(async () => {
    if (!uuid) return new MemoryStorage()
    const db = new MirrorDb(databaseName(uuid))
    db.on('versionchange', (event) => {
      db.close()
      // A deletion is a sign-out, which has its own message; an upgrade asks for a reload.
      if (event.newVersion === null) storage.close()
      else storage.stepBack()
    })
    await inTime(db)
    return new DexieStorage(db)
  })
  return storage
}

async function inTime(db: MirrorDb): Promise<void> {
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
