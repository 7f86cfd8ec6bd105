import { MemoryStorage } from './memory-storage.ts'
import { SturdyStorage } from './sturdy-storage.ts'
import type { MirrorStorage } from './storage.ts'

let current: { uuid: string | null; storage: SturdyStorage } | undefined

/** The mirror of one person. Asking for another's closes the first one's. */
export function storageFor(uuid: string | null): MirrorStorage {
  if (current?.uuid !== uuid || !current) {
    closeStorage()
    current = { uuid, storage: sturdyStorage(uuid) }
  }
  return current.storage
}

/** After this, late work for this person throws MirrorClosed instead of writing. */
export function closeStorage(): void {
  current?.storage.close()
  current = undefined
}

/** For a person who is gone, and whose rows a late answer has brought back. */
export async function dropMirror(uuid: string | null): Promise<void> {
  if (current?.uuid === uuid) closeStorage()
  if (uuid) await (await database()).forgetRows(uuid)
}

/** The library behind it is large, and first-rows.ts shows rows without it. */
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
