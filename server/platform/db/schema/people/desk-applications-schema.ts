import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { moment, now } from '../../columns.ts'

export type ApplicationDecision = 'admitted' | 'declined'

/**
 * Applications of brands at `/desk/apply`. The operator sees those with a confirmed address.
 * Unconfirmed and decided ones are deleted after a while.
 */
export const deskApplications = pg.pgTable(
  'desk_applications',
  {
    id: pg.serial('id').primaryKey(),
    brandName: pg.text('brand_name').notNull(),
    website: pg.text('website').notNull(),
    contactName: pg.text('contact_name').notNull(),
    /** Lower-case address of the contact, who becomes an owner of the desk. */
    email: pg.text('email').notNull(),
    /** Products of the brand, in its own words. */
    sells: pg.text('sells').notNull(),
    /** Commission that the brand offers, in its own words. */
    offer: pg.text('offer').notNull(),
    createdAt: now('created_at'),
    /** SHA-256 of the key in the latest email, hex; null until it is sent. */
    keyHash: pg.text('key_hash'),
    /** Time when the contact confirmed the address; null until then. */
    confirmedAt: moment('confirmed_at'),
    decidedAt: moment('decided_at'),
    /** Null while the application is open. */
    decision: pg.text('decision').$type<ApplicationDecision>(),
    /** Reason of a declined application, which the contact got by email. */
    decidedWhy: pg.text('decided_why').notNull().default(''),
    /** Name of the member of the staff at that time, or "command line". */
    decidedBy: pg.text('decided_by').notNull().default(''),
    /** Key of the brand that was created. */
    brandKey: pg.text('brand_key'),
  },
  (t) => [
    pg.uniqueIndex('desk_applications_key').on(t.keyHash),
    pg
      .index('desk_applications_open')
      .on(t.confirmedAt)
      .where(sql`${t.confirmedAt} is not null and ${t.decidedAt} is null`),
  ],
)
