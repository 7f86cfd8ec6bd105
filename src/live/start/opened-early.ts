import { sharedSlot } from '#contract/handed-over.ts'
import { databaseName } from '#mirror/store/database.ts'
import { openExisting } from '#mirror/store/open-existing.ts'

type OpenedDatabase = { uuid: string; db: Promise<IDBDatabase> }
/** Database that was opened early, for `readAhead`. */
export const openedEarly = sharedSlot<OpenedDatabase>('opened')

/** Opens the database while the app's files are still loading. */
export function openEarly(uuid: string): void {
  const db = openExisting(databaseName(uuid))
  db.catch(() => undefined)
  openedEarly.set({ uuid, db })
}
