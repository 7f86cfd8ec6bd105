import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'

/**
 * Tables that grow with traffic, and the column by which Citus distributes their rows. The column is
 * part of every key, no table has triggers or foreign keys, and no statement locks their rows.
 */
export const DISTRIBUTED_TABLES: Readonly<Record<string, string>> = {
  click_events: 'id',
  click_hours: 'link_id',
  click_facet_hours: 'link_id',
  link_days: 'link_id',
  link_facet_days: 'link_id',
  click_visitors: 'visit',
}

/** Returns whether this database has the functions of Citus. */
export const hasCitus = (db: Db): Promise<boolean> =>
  exists(db, sql`select from pg_proc where proname = 'create_distributed_table'`)

/** Returns whether Citus is installed on the database machine and only has to be created. */
export const canCreateCitus = (db: Db): Promise<boolean> =>
  exists(db, sql`select from pg_available_extensions where name = 'citus'`)

/** Returns the names of our distributed tables, in alphabetical order; none without Citus. */
export async function listDistributed(db: Db): Promise<string[]> {
  if (!(await exists(db, sql`select where to_regclass('pg_dist_partition') is not null`))) return []
  const rows = await db.execute<{ name: string }>(
    sql`select logicalrelid::regclass::text as name from pg_dist_partition order by name`,
  )
  return rows.map(({ name }) => name).filter((name) => name in DISTRIBUTED_TABLES)
}

async function exists(db: Db, query: ReturnType<typeof sql>): Promise<boolean> {
  const [row] = await db.execute<{ found: boolean }>(sql`select exists (${query}) as found`)
  return row?.found === true
}
