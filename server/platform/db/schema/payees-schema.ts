import { pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, now } from '../columns.ts'

/** Charities from the operator's list to which users can donate earnings. */
export const charities = pgTable(
  'charities',
  {
    id: serial('id').primaryKey(),
    /** Key in the operator's import file. */
    key: text('key').notNull(),
    name: text('name').notNull(),
    text: text('text').notNull().default(''),
    website: text('website').notNull().default(''),
    /** File name in the media store. */
    logoKey: text('logo_key'),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [uniqueIndex('charities_key').on(t.key)],
)

/** Shops whose gift cards the operator offers. The codes are imported separately. */
export const giftCardVendors = pgTable(
  'gift_card_vendors',
  {
    id: serial('id').primaryKey(),
    key: text('key').notNull(),
    name: text('name').notNull(),
    /** File name in the media store. */
    logoKey: text('logo_key'),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [uniqueIndex('gift_card_vendors_key').on(t.key)],
)
