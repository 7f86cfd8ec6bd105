import * as pg from 'drizzle-orm/pg-core'
import { now } from '../columns.ts'
import { linkColumn } from './links-schema.ts'
import { users } from './accounts-schema.ts'

/** History of the URLs of links, which lets the operator see where visitors were sent and when. */
export const linkAddresses = pg.pgTable(
  'link_addresses',
  {
    id: pg.serial('id').primaryKey(),
    linkId: linkColumn(),
    /** Null if the server corrected a URL that it had completed. */
    userId: pg.uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    fromUrl: pg.text('from_url').notNull(),
    toUrl: pg.text('to_url').notNull(),
    changedAt: now('changed_at'),
  },
  (t) => [pg.index('link_addresses_link').on(t.linkId, t.id)],
)
