import * as pg from 'drizzle-orm/pg-core'
import { moment, now, serialKey, text } from '../columns.ts'

/** Charities from the operator's list to which users can donate earnings. */
export const charities = pg.pgTable(
  'charities',
  {
    id: serialKey(),
    /** Key in the operator's import file. */
    key: text('key'),
    name: text('name'),
    text: text('text').default(''),
    website: text('website').default(''),
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
    id: serialKey(),
    key: text('key'),
    name: text('name'),
    /** File name in the media store. */
    logoKey: pg.text('logo_key'),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [pg.uniqueIndex('gift_card_vendors_key').on(t.key)],
)
