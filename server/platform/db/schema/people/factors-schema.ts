import * as pg from 'drizzle-orm/pg-core'
import { moment, now } from '../../columns.ts'
import { userColumn, userKey } from '../accounts-schema.ts'

/** Authenticator apps (RFC 6238). A user has one; a new one replaces it after its first code. */
export const authenticators = pg.pgTable('authenticators', {
  userId: userKey(),
  /** Secret in Base32, encrypted with the token key of the installation. */
  sealedSecret: pg.text('sealed_secret').notNull(),
  /** Number of the last 30-second step whose code was used. Earlier codes are refused. */
  lastStep: pg.integer('last_step').notNull().default(0),
  createdAt: now('created_at'),
  /** Time of the first correct code; null while the app is being set up. */
  confirmedAt: moment('confirmed_at'),
  lastUsedAt: moment('last_used_at'),
})

/** Recovery codes, which replace a code of the authenticator app once. */
export const recoveryCodes = pg.pgTable(
  'recovery_codes',
  {
    /** HMAC of the code with the signing secret. The code itself is not stored. */
    codeHash: pg.text('code_hash').primaryKey(),
    userId: userColumn(),
    createdAt: now('created_at'),
    usedAt: moment('used_at'),
  },
  (t) => [pg.index('recovery_codes_user').on(t.userId)],
)
