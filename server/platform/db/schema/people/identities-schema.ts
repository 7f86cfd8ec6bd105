import * as pg from 'drizzle-orm/pg-core'
import { moment, now, text, uuidKey, uuidParent } from '../../columns.ts'
import { userKey } from '../accounts-schema.ts'
import { brands } from '../brands-schema.ts'
import { deskPersonColumn } from './desk-people-schema.ts'
import { staff } from '../operator/staff-schema.ts'

/** Issuer and subject of a person at an OpenID Connect provider. Emails there may change. */
const identityColumns = () => ({
  issuer: text('issuer'),
  subject: text('subject'),
  /** Email that the provider named last; empty if it named none. Only shown, never matched. */
  email: text('email'),
  createdAt: now('created_at'),
  lastUsedAt: now('last_used_at'),
})

/** Identity with which a user signs in. */
export const identities = pg.pgTable(
  'identities',
  { userId: userKey(), ...identityColumns() },
  (t) => [pg.uniqueIndex('identities_subject').on(t.issuer, t.subject)],
)

/** Identities with which people open the desk of a brand. */
export const deskIdentities = pg.pgTable(
  'desk_identities',
  {
    id: uuidKey(),
    brandId: uuidParent('brand_id', () => brands.id),
    personId: deskPersonColumn(),
    ...identityColumns(),
  },
  (t) => [
    pg.uniqueIndex('desk_identities_subject').on(t.issuer, t.subject, t.brandId),
    pg.index('desk_identities_brand').on(t.brandId),
    pg.index('desk_identities_person').on(t.personId),
  ],
)

/** Identity with which a member of the staff signs in to the console. */
export const staffIdentities = pg.pgTable(
  'staff_identities',
  {
    staffId: pg
      .uuid('staff_id')
      .primaryKey()
      .references(() => staff.id, { onDelete: 'cascade' }),
    ...identityColumns(),
  },
  (t) => [pg.uniqueIndex('staff_identities_subject').on(t.issuer, t.subject)],
)

/** Sign-ins that a provider has not answered yet, and answers that wait for the person. */
export const oidcFlows = pg.pgTable(
  'oidc_flows',
  {
    /** SHA-256 of the state or of the key in a form, hex. */
    keyHash: pg.text('key_hash').primaryKey(),
    /** Hash of the cookie of the only browser that may continue. */
    browserHash: text('browser_hash'),
    /** Step and its facts. Contains no token of the provider. */
    step: pg.jsonb('step').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [pg.index('oidc_flows_end').on(t.expiresAt)],
)
