import { MemoryStorage } from './memory-storage.ts'
import { RecoveringStorage } from './sturdy-storage.ts'
import type { MirrorStorage } from './storage.ts'

let current: { uuid: string | null; storage: RecoveringStorage } | undefined

/** Returns the storage of a user's local copy. Requesting another user's closes the first one. */
export function storageFor(uuid: string | null): MirrorStorage {
  if (current?.uuid !== uuid || !current) {
    closeStorage()
    current = { uuid, storage: createStorage(uuid) }
  }
  return current.storage
}

/** Closes the storage. Late work for this user then throws MirrorClosed instead of writing. */
export function closeStorage(): void {
  current?.storage.close()
  current = undefined
}

/** Deletes the rows of a user who has signed out, after a late answer has stored some again. */
export async function dropMirror(uuid: string | null): Promise<void> {
  if (current?.uuid === uuid) closeStorage()
  if (uuid) await (await loadDatabaseModule()).forgetRows(uuid)
}

/**
 * Loaded on demand, because the database library is large and first-rows.ts shows rows without it.
 */
const loadDatabaseModule = () => import('./open-database.ts')

function createStorage(uuid: string | null): RecoveringStorage {
  const storage: RecoveringStorage = new RecoveringStorage(async () => {
    if (!uuid) return new MemoryStorage()
    return (await loadDatabaseModule()).openDatabase(uuid, {
      onDeleted: () => storage.close(),
      onOutdated: () => storage.releaseForUpgrade(),
    })
  })
  return storage
}
