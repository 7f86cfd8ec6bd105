import { index, pgTable, serial, text, uuid } from 'drizzle-orm/pg-core'
import { now } from '../columns.ts'
import { linkColumn } from './links-schema.ts'
import { users } from './accounts-schema.ts'

/** History of the URLs of links, which lets the operator see where visitors were sent and when. */
export const linkAddresses = pgTable(
  'link_addresses',
  {
    id: serial('id').primaryKey(),
    linkId: linkColumn(),
    /** Null if the server corrected a URL that it had completed. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    fromUrl: text('from_url').notNull(),
    toUrl: text('to_url').notNull(),
    changedAt: now('changed_at'),
  },
  (t) => [index('link_addresses_link').on(t.linkId, t.id)],
)
