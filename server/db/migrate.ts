import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator'
import { connect, type DbAddress } from './client.ts'

const MIGRATION_LOCK = 7_303_015

/** Beside this file, in the sources and in the bundle. */
const FOLDER = join(dirname(fileURLToPath(import.meta.url)), 'migrations')

/**
 * Brings the database up to the schema, then runs `also` (the job queue's own tables). Of several
 * processes that start at once, one works and the others wait for it.
 */
export async function migrate(address: DbAddress, also: () => Promise<void> = async () => {}) {
  const { sql, db } = connect(address, { max: 1, max_lifetime: null })
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`
    await runMigrations(db, { migrationsFolder: FOLDER })
    await also()
  } finally {
    await sql.end({ timeout: 2 })
  }
}
