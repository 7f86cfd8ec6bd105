import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { counter, now, text } from '../columns.ts'

/** Edge servers that have sent clicks (server/redirect/edge). */
export const edges = pg.pgTable('edges', {
  /** Id that the edge created at its first start. */
  id: pg.uuid('id').primaryKey(),
  name: text('name'),
  /** Number of the last accepted shipment of clicks. Each is accepted once. */
  shipments: counter('shipments'),
  seenAt: now('seen_at'),
})

/**
 * Keys of rows that changed in the tables that edges copy, written by triggers. Edges read the
 * current rows of these keys. Old rows are deleted (`deleteOldChanges`).
 */
export const edgeChanges = pg.pgTable(
  'edge_changes',
  {
    /** Number of the transaction that made the change. */
    tx: pg
      .bigint('tx', { mode: 'bigint' })
      .notNull()
      .default(sql`(pg_current_xact_id()::text)::bigint`),
    tableName: text('table_name'),
    /** Columns of the primary key with their values. */
    key: pg.jsonb('key').$type<Record<string, string | number>>().notNull(),
    at: now('at'),
  },
  (t) => [pg.index('edge_changes_tx').on(t.tx)],
)
