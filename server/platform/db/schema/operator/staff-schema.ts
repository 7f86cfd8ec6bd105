import * as pg from 'drizzle-orm/pg-core'
import { moment, now, passkeyColumns, text, uuidKey, uuidParent } from '../../columns.ts'

/** Role of a member of the staff. `server/operator/actions/actions.ts` lists what each may do. */
export type StaffRole = 'owner' | 'finance' | 'support' | 'viewer'

/** Staff of the operator, who sign in to the console. Staff are not users of the app. */
export const staff = pg.pgTable('staff', {
  id: uuidKey(),
  email: text('email').unique('staff_email'),
  role: pg.text('role').$type<StaffRole>().notNull(),
  /** Empty until the invitation is accepted. */
  name: text('name').default(''),
  /** Argon2 hash; null until the invitation is accepted. */
  passwordHash: pg.text('password_hash'),
  /** Secret of the authenticator app in Base32, encrypted with the token key; null before that. */
  sealedSecret: pg.text('sealed_secret'),
  /** Number of the last 30-second step whose code was used. Earlier codes are refused. */
  lastStep: pg.integer('last_step').notNull().default(0),
  createdAt: now('created_at'),
})

const staffColumn = () => uuidParent('staff_id', () => staff.id)

/** Single-use links with which staff set their password and authenticator app. */
export const staffInvitations = pg.pgTable(
  'staff_invitations',
  {
    /** SHA-256 of the key, hex. The key itself is never stored. */
    keyHash: pg.text('key_hash').primaryKey(),
    staffId: staffColumn(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [pg.index('staff_invitations_staff').on(t.staffId)],
)

/** Recovery codes of staff. A code is deleted when it is used. */
export const staffRecoveryCodes = pg.pgTable(
  'staff_recovery_codes',
  {
    /** HMAC of the code with the signing secret. The code itself is not stored. */
    codeHash: pg.text('code_hash').primaryKey(),
    staffId: staffColumn(),
  },
  (t) => [pg.index('staff_recovery_codes_staff').on(t.staffId)],
)

/** Passkeys of staff, as those of users. */
export const staffPasskeys = pg.pgTable(
  'staff_passkeys',
  {
    ...passkeyColumns(),
    ownerId: staffColumn(),
  },
  (t) => [
    pg.unique('staff_passkeys_credential').on(t.credentialId),
    pg.index('staff_passkeys_staff').on(t.ownerId),
  ],
)

/** Sessions of signed-in staff. Signing out deletes the row. */
export const staffSessions = pg.pgTable(
  'staff_sessions',
  {
    id: uuidKey(),
    staffId: staffColumn(),
    /** SHA-256 of the cookie's value, hex. */
    tokenHash: text('token_hash').unique('staff_sessions_token'),
    createdAt: now('created_at'),
    expiresAt: moment('expires_at').notNull(),
    /** Time of the last code or passkey, which confirms actions with money for a few minutes. */
    provenAt: now('proven_at'),
  },
  (t) => [pg.index('staff_sessions_staff').on(t.staffId)],
)
