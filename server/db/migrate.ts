import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import { migrate as runMigrations } from 'drizzle-orm/pg-proxy/migrator'
import type { Pool } from 'pg'
import { openPool, queriesOf, type DbAddress } from './client.ts'
import { askIn } from './statement.ts'
import { inTransaction } from './transaction.ts'

const MIGRATION_LOCK = 7_303_015

/** Beside this file, in the sources and in the bundle. */
const FOLDER = join(dirname(fileURLToPath(import.meta.url)), 'migrations')

/**
 * Brings the database up to the schema, then runs `also` (the job queue's own tables). Of several
 * processes that start at once, one works and the others wait for it.
 */
export async function migrate(address: DbAddress, also: () => Promise<void> = async () => {}) {
  // One connection, which holds the lock.
  const pool = openPool(address, { max: 1 })
  const ask = askIn(pool)
  try {
    await ask({ text: 'select pg_advisory_lock($1)', values: [MIGRATION_LOCK] })
    const settings = { migrationsFolder: FOLDER }
    await runMigrations(queriesOf(ask), (texts) => allOrNone(pool, texts), settings)
    await also()
  } finally {
    await pool.end()
  }
}

const allOrNone = (pool: Pool, texts: string[]) =>
  inTransaction(pool, async ({ ask }) => {
    for (const text of texts) await ask({ text })
  })

export type Migration = Pick<MigrationMeta, 'sql' | 'hash'>

/** All of them, in order. */
export const allMigrations = (): Migration[] => readMigrationFiles({ migrationsFolder: FOLDER })
