import { and, eq, inArray, is, lt, notExists, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/client.ts'
import * as schema from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { lockPicture } from './uploads.ts'

const { uploads } = schema

/** Days until an unused upload is deleted. An edit made offline may still refer to it. */
export const UNUSED_UPLOAD_DAYS = 7

const tables = Object.values(schema).filter((table) => is(table, PgTable))

/**
 * All columns that refer to an upload. Read from the schema, so that new columns are included
 * automatically.
 */
const references: PgColumn[] = tables
  .flatMap((table) => getTableConfig(table).foreignKeys.map((key) => key.reference()))
  .filter(({ foreignTable }) => foreignTable === uploads)
  .flatMap(({ columns }) => columns)

/** All columns that contain the key of a stored picture. */
const pictureNames: PgColumn[] = tables
  .flatMap((table) => getTableConfig(table).columns)
  .filter(({ name }) => /^(?:image|logo|cover)_key$/.test(name))

const isUnused = sql.join(
  references.map(
    (column): SQL =>
      sql`not exists (select 1 from ${column.table} where ${column} = ${uploads.id})`,
  ),
  sql` and `,
)

/** Deletes uploads that are not used, with their files. Returns their number. */
export async function sweepUploads(deps: Deps, signal: AbortSignal): Promise<number> {
  const cutoff = sql`now() - make_interval(days => ${UNUSED_UPLOAD_DAYS})`
  const found = await deps.db
    .select({ id: uploads.id, imageKey: uploads.imageKey })
    .from(uploads)
    .where(and(lt(uploads.createdAt, cutoff), isUnused))
  let swept = 0
  for (const { id, imageKey } of found) {
    signal.throwIfAborted()
    if (await deps.db.transaction((tx) => sweep(deps, tx, id, imageKey, cutoff))) swept += 1
  }
  return swept
}

/**
 * Checks an upload again with its row locked, then deletes it. A link that uses the picture at the
 * same time is either seen here or finds the upload deleted. The file is deleted before the commit:
 * after a crash the row remains for the next sweep, rather than a file without a row.
 */
async function sweep(deps: Deps, tx: Tx, id: number, imageKey: string, cutoff: SQL) {
  await lockPicture(tx, imageKey)
  await tx.select({ id: uploads.id }).from(uploads).where(eq(uploads.id, id)).for('update')
  const deleted = await tx
    .delete(uploads)
    .where(and(inArray(uploads.id, [id]), lt(uploads.createdAt, cutoff), isUnused))
    .returning({ id: uploads.id })
  if (deleted.length === 0) return false
  if (await isPictureUnused(tx, imageKey)) await deps.media.remove(imageKey)
  return true
}

/** Returns whether no row of any table contains this picture's key. */
export async function isPictureUnused(tx: Tx, imageKey: string): Promise<boolean> {
  const isNotReferenced = pictureNames.map((column) =>
    notExists(
      tx
        .select({ one: sql`1` })
        .from(column.table)
        .where(eq(column, imageKey)),
    ),
  )
  const [row] = await tx
    .select({ is: sql<boolean>`${and(...isNotReferenced)}` })
    .from(sql`(select 1) as one`)
  return row?.is ?? false
}
