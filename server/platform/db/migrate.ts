import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import { migrate as runMigrations } from 'drizzle-orm/pg-proxy/migrator'
import type { Pool } from 'pg'
import { openPool, queriesOf, type DbAddress } from './client.ts'
import { askIn, type Ask } from './statement.ts'
import { inTransaction } from './transaction.ts'

const MIGRATION_LOCK = 7_303_015

/** Folder next to this file, both in the sources and in the bundle. */
const FOLDER = join(dirname(fileURLToPath(import.meta.url)), 'migrations')

/**
 * Applies all migrations, then runs `also` (the tables of the job queue). If several processes
 * start at once, one does the work and the others wait.
 */
export async function migrate(address: DbAddress, also: () => Promise<void> = async () => {}) {
  // A single connection, which holds the lock.
  const pool = openPool(address, { max: 1 })
  const ask = askIn(pool)
  try {
    await ask({ text: 'select pg_advisory_lock($1)', values: [MIGRATION_LOCK] })
    const settings = { migrationsFolder: FOLDER }
    await updateDates(ask)
    await runMigrations(queriesOf(ask), (texts) => runAtomically(pool, texts), settings)
    await also()
  } finally {
    await pool.end()
  }
}

/**
 * Updates the stored dates of applied migrations. A migration runs only if it is newer than the
 * latest applied one, so an outdated date, as after parallel development, could block later
 * migrations.
 */
async function updateDates(ask: Ask): Promise<void> {
  const { rows } = await ask({ text: `select to_regclass('drizzle.__drizzle_migrations') as made` })
  if (rows[0]?.made == null) return
  const text = `
    update drizzle.__drizzle_migrations as made set created_at = ours.at
    from jsonb_to_recordset($1::jsonb) as ours (hash text, at numeric)
    where made.hash = ours.hash and made.created_at <> ours.at`
  const ours = readMigrationFiles({ migrationsFolder: FOLDER }).map(({ hash, folderMillis }) => ({
    hash,
    at: folderMillis,
  }))
  await ask({ text, values: [JSON.stringify(ours)] })
}

const runAtomically = (pool: Pool, texts: string[]) =>
  inTransaction(pool, async ({ ask }) => {
    for (const text of texts) await ask({ text })
  })

export type Migration = Pick<MigrationMeta, 'sql' | 'hash'>

/** Returns all migrations in order. */
export const allMigrations = (): Migration[] => readMigrationFiles({ migrationsFolder: FOLDER })
