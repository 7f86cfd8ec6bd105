import type { ClientBase } from 'pg'
import { allMigrations, type Migration } from '../../platform/db/migrate.ts'
import { ConfigError } from '../../platform/config/config-error.ts'
import type { State } from './manifest.ts'

/**
 * Creates the tables with the migrations that the backup was made with. Later migrations run
 * afterwards, as at any start.
 */
export async function applyMigrations(
  client: ClientBase,
  applied: State['migrations'],
): Promise<void> {
  const migrations = matchingMigrations(applied, allMigrations())
  await client.query('create schema drizzle')
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at numeric)',
  )
  for (const { sql } of migrations) for (const text of sql) await client.query(text)
}

/**
 * Returns our migrations that match those of the backup. They must be our first ones. The order in
 * the backup does not matter, because migration dates may have changed.
 */
function matchingMigrations(made: State['migrations'], ours: Migration[]): Migration[] {
  const hashes = new Set(made.map(({ hash }) => hash))
  const first = ours.slice(0, made.length)
  if (hashes.size === first.length && first.every(({ hash }) => hashes.has(hash))) return first
  const isNewer = ours.every(({ hash }) => hashes.has(hash))
  throw new ConfigError(
    isNewer
      ? 'This backup was made by a newer version. Restore it with that version.'
      : 'This backup was made by another version, with migrations that this version does not know.',
  )
}
