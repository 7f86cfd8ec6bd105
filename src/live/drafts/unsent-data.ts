import { Dexie } from 'dexie'
import { withTimeout } from '#http/time-out.ts'
import { COPY_PREFIX, databaseName, isUserDatabase } from '#mirror/store/database.ts'
import { MirrorDb } from '#mirror/store/db.ts'
import { accountIds } from '../acting.ts'
import { hasTabDraftsOfOthers } from './tab-drafts.ts'

/** Maximum time to read one database. Another tab that upgrades it can block the read. */
const MAX_READ_MS = 3000

/** Data that a new sign-in would delete: number of unsent changes, and whether there are drafts. */
export type UnsentData = { changes: number; hasDrafts: boolean }

/** Returns the unsent data that other users have on this device, and in none of the user's accounts. */
export async function unsentDataOfOthers(uuid: string | null): Promise<UnsentData> {
  const names = await Dexie.getDatabaseNames().catch(() => [])
  const own = accountIds(uuid)
  const ownNames = own.map(databaseName)
  const others = names.filter((name) => isUserDatabase(name) && !ownNames.includes(name))
  const found = await Promise.all(
    others.map((name) => withTimeout(MAX_READ_MS, readUnsentData(name), UNKNOWN_DATA)),
  )
  return {
    changes: found.reduce((sum, { changes }) => sum + changes, 0),
    hasDrafts: hasTabDraftsOfOthers(own) || found.some(({ hasDrafts: typed }) => typed),
  }
}

/** Assumed for a database that cannot be read, since it may hold drafts. */
const UNKNOWN_DATA: UnsentData = { changes: 0, hasDrafts: true }

async function readUnsentData(name: string): Promise<UnsentData> {
  const db = new MirrorDb(name)
  try {
    const typed = await db.drafts.filter((draft) => !draft.name.startsWith(COPY_PREFIX)).count()
    return { changes: await db.outbox.count(), hasDrafts: typed > 0 }
  } catch {
    return UNKNOWN_DATA
  } finally {
    db.close()
  }
}
