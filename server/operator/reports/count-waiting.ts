import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '../../platform/db/client.ts'

/** Number of things that wait for a decision, and the age of the oldest one in hours. */
export type Waiting = { open: number; oldest_hours: number }

/** Counts the open rows of a table. */
export async function countWaiting(
  db: DbOrTx,
  table: PgTable,
  { createdAt, isOpen }: { createdAt: PgColumn; isOpen: SQL | undefined },
): Promise<Waiting> {
  const [row] = await db
    .select({
      open: sql<number>`count(*)::int`,
      oldest_hours: sql<number>`coalesce(
        floor(extract(epoch from now() - min(${createdAt})) / 3600), 0)::int`,
    })
    .from(table)
    .where(isOpen)
  return row ?? { open: 0, oldest_hours: 0 }
}
