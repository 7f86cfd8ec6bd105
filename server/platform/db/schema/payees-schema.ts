import { pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, now } from '../columns.ts'

/** Whom earnings can be given to; the operator's list (D-14). */
export const charities = pgTable(
  'charities',
  {
    id: serial('id').primaryKey(),
    /** The operator's own name of it, by which a file finds it again. */
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

/** Shops whose gift cards the operator has; their codes are imported apart (D-50). */
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
