import { Dexie, type Table } from 'dexie'
import { within } from '#http/time-out.ts'
import { COPY } from './database.ts'
import { MirrorDb } from './db.ts'

/** A deletion that another tab holds up is finished by the browser later; the rows are gone by then. */
const DELETE_MS = 3000

type DatabaseContent = 'holds what was typed' | 'empty' | 'unknown'

/**
 * Emptied before it is deleted: a deletion can be held up, and then the rows must be gone already. With
 * `keepTyped` what was typed and what waits to be sent stays, and with it the database; so it does when
 * nobody can say in time whether there is any (D-105).
 */
export async function wipeDatabase(name: string, keepTyped: boolean): Promise<void> {
  const db = new MirrorDb(name)
  async function empty(): Promise<DatabaseContent> {
    await db.open()
    const kept: Table[] = keepTyped ? [db.drafts, db.outbox, db.outboxNotes] : []
    const tables = db.tables.filter(({ name }) => !kept.some((table) => table.name === name))
    await Promise.all(tables.map((table) => table.clear()))
    // What was read is not what was typed.
    if (keepTyped) await db.drafts.where('name').startsWith(COPY).delete()
    const left = keepTyped ? (await db.drafts.count()) + (await db.outbox.count()) : 0
    return left > 0 ? 'holds what was typed' : 'empty'
  }
  const found = await within<DatabaseContent>(DELETE_MS, empty(), 'unknown')
  db.close()
  if (found === 'empty' || !keepTyped) await within(DELETE_MS, Dexie.delete(name), undefined)
}
