import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { moment, now, serialKey, text } from '../../columns.ts'

export type ApplicationDecision = 'admitted' | 'declined'

/**
 * Applications of brands at `/desk/apply`. The operator sees those with a confirmed address.
 * Unconfirmed and decided ones are deleted after a while.
 */
export const deskApplications = pg.pgTable(
  'desk_applications',
  {
    id: serialKey(),
    brandName: text('brand_name'),
    website: text('website'),
    contactName: text('contact_name'),
    /** Lower-case address of the contact, who becomes an owner of the desk. */
    email: text('email'),
    /** Products of the brand, in its own words. */
    sells: text('sells'),
    /** Commission that the brand offers, in its own words. */
    offer: text('offer'),
    createdAt: now('created_at'),
    /** SHA-256 of the key in the latest email, hex; null until it is sent. */
    keyHash: pg.text('key_hash'),
    /** Time when the contact confirmed the address; null until then. */
    confirmedAt: moment('confirmed_at'),
    decidedAt: moment('decided_at'),
    /** Null while the application is open. */
    decision: pg.text('decision').$type<ApplicationDecision>(),
    /** Reason of a declined application, which the contact got by email. */
    decidedWhy: text('decided_why').default(''),
    /** Name of the member of the staff at that time, or "command line". */
    decidedBy: text('decided_by').default(''),
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
