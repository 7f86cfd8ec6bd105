import { handedOver } from '#contract/handed-over.ts'
import { databaseName } from '#mirror/store/database.ts'
import { openAsItIs } from '#mirror/store/open-as-it-is.ts'

type Opened = { uuid: string; db: Promise<IDBDatabase> }
/** Database that was opened early, for `readAhead`. */
export const openedEarly = handedOver<Opened>('opened')

/** Opens the database while the app's files are still loading. */
export function openEarly(uuid: string): void {
  const db = openAsItIs(databaseName(uuid))
  db.catch(() => undefined)
  openedEarly.set({ uuid, db })
}
