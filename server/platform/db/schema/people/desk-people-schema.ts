import * as pg from 'drizzle-orm/pg-core'
import { moment, now, passkeyColumns, text, uuidKey, uuidParent } from '../../columns.ts'
import { brandColumn } from '../brands-schema.ts'

/** Role in the desk of a brand. `server/partners/desk/people/permissions.ts` lists what each may do. */
export type DeskRole = 'owner' | 'manager' | 'viewer'

/**
 * People who may open the desk of a brand. They are not users of the app. Removing one deletes the
 * row, and with it their sessions, links and identities.
 */
export const deskPeople = pg.pgTable(
  'desk_people',
  {
    id: uuidKey(),
    brandId: brandColumn(),
    /**
     * Lower-case address to which the person may request links. Empty for the one row of a brand that
     * stands for everybody with a link that names nobody.
     */
    email: text('email'),
    name: text('name').default(''),
    role: pg.text('role').$type<DeskRole>().notNull(),
    /** Name of the person who sent the invitation; empty for the operator. */
    invitedBy: text('invited_by').default(''),
    invitedAt: now('invited_at'),
    /** Time of the first sign-in; null until then. */
    joinedAt: moment('joined_at'),
    /** Secret of the authenticator app in Base32, encrypted with the token key; null without one. */
    sealedSecret: pg.text('sealed_secret'),
    /** Number of the last 30-second step whose code was used. Earlier codes are refused. */
    lastStep: pg.integer('last_step').notNull().default(0),
    /** Time when the authenticator app was set up; null without one. */
    factorAt: moment('factor_at'),
  },
  (t) => [
    pg.uniqueIndex('desk_people_email').on(t.brandId, t.email),
    pg.index('desk_people_address').on(t.email),
  ],
)

export const deskPersonColumn = () => uuidParent('person_id', () => deskPeople.id)

/** Recovery codes of people of a brand. A code is deleted when it is used. */
export const deskRecoveryCodes = pg.pgTable(
  'desk_recovery_codes',
  {
    /** HMAC of the code with the signing secret. The code itself is not stored. */
    codeHash: pg.text('code_hash').primaryKey(),
    personId: deskPersonColumn(),
  },
  (t) => [pg.index('desk_recovery_codes_person').on(t.personId)],
)

/** Passkeys of people of a brand, as those of users. */
export const deskPasskeys = pg.pgTable(
  'desk_passkeys',
  { ...passkeyColumns(), ownerId: deskPersonColumn() },
  (t) => [
    pg.unique('desk_passkeys_credential').on(t.credentialId),
    pg.index('desk_passkeys_person').on(t.ownerId),
  ],
)

/** Changes that people of a brand made in the desk. Deleted after 400 days. */
export const deskChanges = pg.pgTable(
  'desk_changes',
  {
    id: pg.bigserial('id', { mode: 'number' }).primaryKey(),
    brandId: brandColumn(),
    /** Name of the person at that time. Stays when the person is removed. */
    who: text('who'),
    /** Text of `permissions.ts`, for example "Ended a discount code". */
    did: text('did'),
    /** Number, address or name of what was changed; empty if the text says it all. */
    subject: text('subject').default(''),
    at: now('at'),
  },
  (t) => [
    pg.index('desk_changes_brand').on(t.brandId, t.id.desc()),
    pg.index('desk_changes_age').on(t.at),
  ],
)

/**
 * Addresses of brands before `desk_people`, which has replaced them. It is empty: servers of earlier
 * versions read it while an installation is updated.
 */
export const deskAddresses = pg.pgTable(
  'desk_addresses',
  { brandId: brandColumn(), email: text('email'), createdAt: now('created_at') },
  (t) => [
    pg.primaryKey({ columns: [t.brandId, t.email] }),
    pg.index('desk_addresses_email').on(t.email),
  ],
)
