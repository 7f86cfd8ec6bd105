import { Dexie, type Table } from 'dexie'
import { withTimeout } from '#http/time-out.ts'
import { COPY_PREFIX } from './database.ts'
import { MirrorDb } from './db.ts'

/**
 * Maximum wait for the deletion. If another tab blocks it, the browser finishes it later; the rows
 * are already deleted by then.
 */
const DELETE_MS = 3000

type DatabaseContent = 'holds what was typed' | 'empty' | 'unknown'

/**
 * Clears the tables and then deletes the database. The deletion can be blocked, so the rows must be
 * gone before. With `keepTyped`, drafts and waiting changes are kept, and so is the database if
 * there are any or if this cannot be determined in time.
 */
export async function wipeDatabase(name: string, keepTyped: boolean): Promise<void> {
  const db = new MirrorDb(name)
  async function clearTables(): Promise<DatabaseContent> {
    await db.open()
    const kept: Table[] = keepTyped ? [db.drafts, db.outbox, db.outboxNotes] : []
    const tables = db.tables.filter(({ name }) => !kept.some((table) => table.name === name))
    await Promise.all(tables.map((table) => table.clear()))
    // Stored answers in the drafts table are not typed by the user.
    if (keepTyped) await db.drafts.where('name').startsWith(COPY_PREFIX).delete()
    const remaining = keepTyped ? (await db.drafts.count()) + (await db.outbox.count()) : 0
    return remaining > 0 ? 'holds what was typed' : 'empty'
  }
  const content = await withTimeout<DatabaseContent>(DELETE_MS, clearTables(), 'unknown')
  db.close()
  if (content === 'empty' || !keepTyped) await withTimeout(DELETE_MS, Dexie.delete(name), undefined)
}
