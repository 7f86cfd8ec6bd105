import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { moment, now, passkeyColumns, text, uuidKey } from '../../columns.ts'
import { userColumn, userKey } from '../accounts-schema.ts'

/** Authenticator apps (RFC 6238). A user has one; a new one replaces it after its first code. */
export const authenticators = pg.pgTable('authenticators', {
  userId: userKey(),
  /** Secret in Base32, encrypted with the token key of the installation. */
  sealedSecret: text('sealed_secret'),
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

/** Passkeys of users. The private keys stay on their devices. */
export const passkeys = pg.pgTable(
  'passkeys',
  {
    ...passkeyColumns(),
    userId: userColumn(),
  },
  (t) => [
    pg.uniqueIndex('passkeys_credential').on(t.credentialId),
    pg.index('passkeys_user').on(t.userId),
  ],
)

/** Challenges that wait for an answer of a passkey. Each is deleted when it is used. */
export const passkeyChallenges = pg.pgTable('passkey_challenges', {
  /** Hash of the challenge with its purpose, its owner and the browser that may answer it. */
  keyHash: pg.text('key_hash').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
})

/**
 * Requests of users who lost their second factors. An email with a link that removes them is sent
 * after a waiting time. Decided requests are kept for a while.
 */
export const factorRecoveries = pg.pgTable(
  'factor_recoveries',
  {
    id: uuidKey(),
    userId: userColumn(),
    askedAt: moment('asked_at').notNull(),
    /** End of the waiting time. */
    endsAt: moment('ends_at').notNull(),
    /** Time of the email with the link that removes the factors. */
    mailedAt: moment('mailed_at'),
    /** Time when the request was stopped, or replaced after it had expired. */
    undoneAt: moment('undone_at'),
    /** Time when the factors were removed. */
    finishedAt: moment('finished_at'),
  },
  (t) => [
    pg
      .uniqueIndex('factor_recoveries_open')
      .on(t.userId)
      .where(sql`${t.undoneAt} is null and ${t.finishedAt} is null`),
    pg.index('factor_recoveries_user').on(t.userId),
    pg.index('factor_recoveries_end').on(t.endsAt),
  ],
)
