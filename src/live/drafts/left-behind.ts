import { Dexie } from 'dexie'
import { within } from '#http/time-out.ts'
import { COPY, databaseName, isPersonsDatabase } from '#mirror/store/database.ts'
import { MirrorDb } from '#mirror/store/db.ts'
import { hasTabDraftsBut } from './tab-drafts.ts'

/** Maximum time to read one database. Another tab that upgrades it can block the read. */
const READ_MS = 3000

/** Data that a new sign-in would delete: number of unsent changes, and whether there are drafts. */
export type LeftBehind = { changes: number; typed: boolean }

/** Returns the unsent data that other users have on this device. */
export async function leftByOthers(uuid: string | null): Promise<LeftBehind> {
  const names = await Dexie.getDatabaseNames().catch(() => [])
  const own = uuid && databaseName(uuid)
  const others = names.filter((name) => isPersonsDatabase(name) && name !== own)
  const left = await Promise.all(others.map((name) => within(READ_MS, read(name), UNREAD)))
  return {
    changes: left.reduce((sum, { changes }) => sum + changes, 0),
    typed: hasTabDraftsBut(uuid) || left.some(({ typed }) => typed),
  }
}

/** Assumed for a database that cannot be read, since it may hold drafts. */
const UNREAD: LeftBehind = { changes: 0, typed: true }

async function read(name: string): Promise<LeftBehind> {
  const db = new MirrorDb(name)
  try {
    const typed = await db.drafts.filter((draft) => !draft.name.startsWith(COPY)).count()
    return { changes: await db.outbox.count(), typed: typed > 0 }
  } catch {
    return UNREAD
  } finally {
    db.close()
  }
}
