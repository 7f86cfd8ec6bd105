import { Dexie } from 'dexie'
import { within } from '#api/within.ts'
import { COPY, databaseName, isPersonsDatabase } from './database.ts'
import { MirrorDb } from './db.ts'
import { hasTabDraftsBut } from './tab-drafts.ts'

/** A database that another tab is changing can keep a reader waiting. */
const READ_MS = 3000

/** What would be gone with a new sign-in: changes that wait to be sent, and something typed. */
export type Left = { changes: number; typed: boolean }

/** What others than this person have on this device and nowhere else. */
export async function leftByOthers(uuid: string | null): Promise<Left> {
  const names = await Dexie.getDatabaseNames().catch(() => [])
  const own = uuid && databaseName(uuid)
  const others = names.filter((name) => isPersonsDatabase(name) && name !== own)
  const left = await Promise.all(others.map((name) => within(READ_MS, read(name), UNREAD)))
  return {
    changes: left.reduce((sum, { changes }) => sum + changes, 0),
    typed: hasTabDraftsBut(uuid) || left.some(({ typed }) => typed),
  }
}

/** Where nobody can say, there may be something. */
const UNREAD: Left = { changes: 0, typed: true }

async function read(name: string): Promise<Left> {
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
