import * as pg from 'drizzle-orm/pg-core'
import { userKey } from '../accounts-schema.ts'

/** Settings for affiliate networks. Users without a row have the defaults. */
export const networkSettings = pg.pgTable('network_settings', {
  userId: userKey(),
  /** Whether redirects to affiliate networks add a sub-id. */
  addSubIds: pg.boolean('add_sub_ids').notNull().default(false),
  /** Tracking id added to Amazon links without one; empty if there is none. */
  amazonTag: pg.text('amazon_tag').notNull().default(''),
})
