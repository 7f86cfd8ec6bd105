import * as pg from 'drizzle-orm/pg-core'
import { moment, now } from '../columns.ts'

/** Charities from the operator's list to which users can donate earnings. */
export const charities = pg.pgTable(
  'charities',
  {
    id: pg.serial('id').primaryKey(),
    /** Key in the operator's import file. */
    key: pg.text('key').notNull(),
    name: pg.text('name').notNull(),
    text: pg.text('text').notNull().default(''),
    website: pg.text('website').notNull().default(''),
    /** File name in the media store. */
    logoKey: pg.text('logo_key'),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [pg.uniqueIndex('charities_key').on(t.key)],
)

/** Shops whose gift cards the operator offers. The codes are imported separately. */
export const giftCardVendors = pg.pgTable(
  'gift_card_vendors',
  {
    id: pg.serial('id').primaryKey(),
    key: pg.text('key').notNull(),
    name: pg.text('name').notNull(),
    /** File name in the media store. */
    logoKey: pg.text('logo_key'),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [pg.uniqueIndex('gift_card_vendors_key').on(t.key)],
)
