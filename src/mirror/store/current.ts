import { MemoryStorage } from './memory-storage.ts'
import { SturdyStorage } from './sturdy-storage.ts'
import type { MirrorStorage } from './storage.ts'

let current: { uuid: string | null; storage: SturdyStorage } | undefined

/** Returns the storage of a user's local copy. Requesting another user's closes the first one. */
export function storageFor(uuid: string | null): MirrorStorage {
  if (current?.uuid !== uuid || !current) {
    closeStorage()
    current = { uuid, storage: sturdyStorage(uuid) }
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
  if (uuid) await (await database()).forgetRows(uuid)
}

/**
 * Loaded on demand, because the database library is large and first-rows.ts shows rows without it.
 */
const database = () => import('./open-database.ts')

function sturdyStorage(uuid: string | null): SturdyStorage {
  const storage: SturdyStorage = new SturdyStorage(async () => {
    if (!uuid) return new MemoryStorage()
    return (await database()).openDatabase(uuid, {
      onDeleted: () => storage.close(),
      onOutdated: () => storage.stepBack(),
    })
  })
  return storage
}
