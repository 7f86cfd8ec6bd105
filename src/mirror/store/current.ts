import { MemoryStorage } from './memory-storage.ts'
import { RecoveringStorage } from './sturdy-storage.ts'
import type { MirrorStorage } from './storage.ts'

/** Open storages by account. A worker serves tabs that act for different accounts. */
const storages = new Map<string | null, RecoveringStorage>()

/** Returns the storage of the local copy of an account. */
export function storageFor(uuid: string | null): MirrorStorage {
  const storage = storages.get(uuid) ?? createStorage(uuid)
  storages.set(uuid, storage)
  return storage
}

/** Closes all storages. Late work for them then throws MirrorClosed instead of writing. */
export function closeStorage(): void {
  for (const storage of storages.values()) storage.close()
  storages.clear()
}

/** Deletes the rows of an account after a sign-out, or after a late answer has stored some again. */
export async function dropMirror(uuid: string | null): Promise<void> {
  storages.get(uuid)?.close()
  storages.delete(uuid)
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
