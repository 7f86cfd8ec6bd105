import * as pg from 'drizzle-orm/pg-core'
import { now, serialKey, text } from '../columns.ts'
import { linkColumn } from './links-schema.ts'
import { users } from './accounts-schema.ts'

/** History of the URLs of links, which lets the operator see where visitors were sent and when. */
export const linkAddresses = pg.pgTable(
  'link_addresses',
  {
    id: serialKey(),
    linkId: linkColumn(),
    /** Null if the server corrected a URL that it had completed. */
    userId: pg.uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    fromUrl: text('from_url'),
    toUrl: text('to_url'),
    changedAt: now('changed_at'),
  },
  (t) => [pg.index('link_addresses_link').on(t.linkId, t.id)],
)
