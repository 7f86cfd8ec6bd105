import { desc, eq, lt, sql } from 'drizzle-orm'
import type { Db, DbOrTx } from '../../../platform/db/client.ts'
import { deskChanges } from '../../../platform/db/schema.ts'

const KEPT_DAYS = 400
/** Number of changes on the screen. */
const SHOWN_ROWS = 50

export type DeskChange = Omit<typeof deskChanges.$inferInsert, 'id' | 'at'>

/** Records who changed something in the desk. */
export const recordChange = (db: DbOrTx, change: DeskChange) =>
  db.insert(deskChanges).values(change)

/** Returns the last changes in the desk of a brand, newest first. */
export const listChanges = (db: Db, brandId: string) =>
  db
    .select()
    .from(deskChanges)
    .where(eq(deskChanges.brandId, brandId))
    .orderBy(desc(deskChanges.id))
    .limit(SHOWN_ROWS)

export const deleteOldChanges = (db: Db) =>
  db.delete(deskChanges).where(lt(deskChanges.at, sql`now() - make_interval(days => ${KEPT_DAYS})`))
