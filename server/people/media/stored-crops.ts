import { and, eq, exists, is, or, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, PgJsonb, PgTable, type PgColumn } from 'drizzle-orm/pg-core'
import type { ImageParams } from '#contract/links/short-link.ts'
import type { Db } from '../../platform/db/client.ts'
import * as schema from '../../platform/db/schema.ts'

const { uploads } = schema

type Use = { table: PgTable; upload: PgColumn; crops: PgColumn[] }

/**
 * All tables with uploads and their crop columns. Read from the schema, so that new tables are
 * included automatically.
 */
const uses: Use[] = Object.values(schema)
  .filter((table) => is(table, PgTable))
  .flatMap((table) => {
    const { columns, foreignKeys } = getTableConfig(table)
    const crops = columns.filter((one) => is(one, PgJsonb) && one.name.endsWith('_params'))
    return foreignKeys
      .map((key) => key.reference())
      .filter(({ foreignTable }) => foreignTable === uploads)
      .flatMap(({ columns: [upload] }) => (upload ? [{ table, upload, crops }] : []))
  })

/**
 * Returns whether a user has stored this crop of the picture, which means that its URL is public.
 */
export async function isStoredCrop(db: Db, imageKey: string, crop: ImageParams): Promise<boolean> {
  const cropJson = sql`${JSON.stringify(crop)}::jsonb`
  const isUsed = uses.map(({ table, upload, crops }): SQL => {
    const isCrop = or(...crops.map((column) => sql`${column} @> ${cropJson}`))
    const rows = db
      .select({ one: sql`1` })
      .from(table)
      .innerJoin(uploads, eq(uploads.id, upload))
    return exists(rows.where(and(eq(uploads.imageKey, imageKey), isCrop)))
  })
  const [row] = await db.select({ is: sql<boolean>`${or(...isUsed)}` }).from(sql`(select 1) as one`)
  return row?.is ?? false
}
