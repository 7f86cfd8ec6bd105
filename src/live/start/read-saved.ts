import { handedOver } from '#contract/handed-over.ts'
import { COPY, databaseName } from '#mirror/store/database.ts'
import { openAsItIs, settled } from '#mirror/store/open-as-it-is.ts'

/** The name under which the list keeps its first rows as text (openCopy). */
export const SAVED_ROWS = 'first rows'

/** What a window showed of the list, to be drawn again before there is anything else. */
export type SavedRows = {
  /** Its size, and that of its text: in another one the rows would stand elsewhere. */
  window: string
  /** Px from the top of the page to the first day. */
  top: number
  rows: { title: string; host: string; code: string; clicks: number; created_at: string }[]
}

type Opened = { uuid: string; db: Promise<IDBDatabase> }
/** For `readAhead`, which goes on with the same database. */
export const openedEarly = handedOver<Opened>('opened')

/** The few rows that can be drawn at once, while everything else is still coming. */
export async function readSaved(uuid: string): Promise<SavedRows | null> {
  const db = openAsItIs(databaseName(uuid))
  db.catch(() => undefined)
  openedEarly.set({ uuid, db })
  try {
    const transaction = (await db).transaction('drafts')
    const asked = transaction.objectStore('drafts').get(COPY + SAVED_ROWS)
    // Nothing more is asked: it ends by itself, also where the page is left before the answer comes.
    transaction.commit?.()
    const copy = (await settled(asked)) as { value: SavedRows } | undefined
    return copy?.value ?? null
  } catch {
    return null
  }
}
