import { Dexie, type Table } from 'dexie'
import { within } from '#api/within.ts'
import { COPY } from './database.ts'
import { MirrorDb } from './db.ts'

/** A deletion that another tab holds up is finished by the browser later; the rows are gone by then. */
const DELETE_MS = 3000

/**
 * Emptied before it is deleted: a deletion can be held up, and then the rows must be gone already. With
 * `keepTyped` what was typed and what waits to be sent stays, and with it the database (D-105).
 */
export async function wipeDatabase(name: string, keepTyped: boolean): Promise<void> {
  const db = new MirrorDb(name)
  let left = 0
  async function empty() {
    await db.open()
    const kept: Table[] = keepTyped ? [db.drafts, db.outbox, db.outboxNotes] : []
    const tables = db.tables.filter(({ name }) => !kept.some((table) => table.name === name))
    await Promise.all(tables.map((table) => table.clear()))
    // What was read is not what was typed.
    if (keepTyped) await db.drafts.where('name').startsWith(COPY).delete()
    if (keepTyped) left = (await db.drafts.count()) + (await db.outbox.count())
  }
  await within(DELETE_MS, empty(), undefined)
  db.close()
  if (left === 0) await within(DELETE_MS, Dexie.delete(name), undefined)
}
