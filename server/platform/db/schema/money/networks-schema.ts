import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { ReportColumns, RowStatus } from '#contract/money/networks.ts'
import { moment, now, serialKey, text, uuidKey } from '../../columns.ts'
import { userColumn, userKey } from '../accounts-schema.ts'
import { links } from '../links-schema.ts'

/** Settings for affiliate networks. Users without a row have the defaults. */
export const networkSettings = pg.pgTable('network_settings', {
  userId: userKey(),
  /** Whether redirects to affiliate networks add a sub-id. */
  addSubIds: pg.boolean('add_sub_ids').notNull().default(false),
  /** Tracking id added to Amazon links without one; empty if there is none. */
  amazonTag: text('amazon_tag').default(''),
})

/** Reports of affiliate networks that were imported. */
export const networkReports = pg.pgTable(
  'network_reports',
  {
    id: uuidKey(),
    userId: userColumn(),
    /** Key of a known network, or the name that the user entered. */
    network: text('network'),
    fileName: text('file_name'),
    /** Time of the newest row; null if no row was readable. */
    until: moment('until'),
    rows: pg.integer('rows').notNull(),
    /** Number of processed rows, for showing the progress. */
    done: pg.integer('done').notNull().default(0),
    createdAt: now('created_at'),
    /** Null while the import runs, and for ever if the server stopped during it. */
    finishedAt: moment('finished_at'),
  },
  (t) => [pg.index('network_reports_user').on(t.userId, t.createdAt.desc())],
)

/**
 * Income that affiliate networks reported. It is not part of the ledger, because the networks pay
 * it themselves.
 */
export const networkRows = pg.pgTable(
  'network_rows',
  {
    id: serialKey(),
    userId: userColumn(),
    network: text('network'),
    /** Identifies the row in all reports (server/links/network-reports/row-keys.ts). */
    key: text('key'),
    linkId: pg.uuid('link_id').references(() => links.id, { onDelete: 'set null' }),
    /** Click that the sub-id names, if it is still stored. */
    clickId: pg.uuid('click_id'),
    /** Whether the user chose the link. Later reports do not change it then. */
    isAssigned: pg.boolean('is_assigned').notNull().default(false),
    happenedAt: moment('happened_at').notNull(),
    /** Commission in millionths of a unit of its currency. */
    micros: pg.bigint('micros', { mode: 'bigint' }).notNull(),
    /** Value of the order in millionths; null if the report does not say. */
    saleMicros: pg.bigint('sale_micros', { mode: 'bigint' }),
    currency: text('currency'),
    status: pg.text('status').$type<RowStatus>().notNull(),
    /** Time of the report that the row is from. A newer report replaces it. */
    reportedAt: moment('reported_at').notNull(),
    subId: text('sub_id'),
    orderRef: text('order_ref'),
    item: text('item'),
    title: text('title'),
    createdAt: now('created_at'),
  },
  (t) => [
    pg.uniqueIndex('network_rows_key').on(t.userId, t.network, t.key),
    pg.index('network_rows_time').on(t.userId, t.happenedAt),
    pg.index('network_rows_link').on(t.linkId),
    pg
      .index('network_rows_unmatched')
      .on(t.userId, t.id)
      .where(sql`${t.linkId} is null`),
  ],
)

/** Columns that a user chose for a report that is not recognized. */
export const networkFormats = pg.pgTable(
  'network_formats',
  {
    userId: userColumn(),
    /** Hash of the column names. */
    headerKey: text('header_key'),
    network: text('network'),
    columns: pg.jsonb('columns').$type<ReportColumns>().notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.userId, t.headerKey] })],
)
