import type { ClientBase } from 'pg'
import { allMigrations, type Migration } from '../../platform/db/migrate.ts'
import { ConfigError } from '../../platform/config/config-error.ts'
import type { State } from './manifest.ts'

/** The tables as they were when those migrations were the latest; the later ones run afterwards as at any start. */
export async function applyMigrations(
  client: ClientBase,
  made: State['migrations'],
): Promise<void> {
  const wanted = knownOf(made, allMigrations())
  await client.query('create schema drizzle')
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at numeric)',
  )
  for (const { sql } of wanted) for (const text of sql) await client.query(text)
}

/** Those of the backup must be the first of ours; their dates, which it is sorted by, may have been others. */
function knownOf(made: State['migrations'], ours: Migration[]): Migration[] {
  const hashes = new Set(made.map(({ hash }) => hash))
  const first = ours.slice(0, made.length)
  if (hashes.size === first.length && first.every(({ hash }) => hashes.has(hash))) return first
  const isNewer = ours.every(({ hash }) => hashes.has(hash))
  throw new ConfigError(
    isNewer
      ? 'This backup was made by a newer version. Restore it with that.'
      : 'This backup was made by another version, whose tables this one does not know.',
  )
}
