import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Scope } from '#contract/developers/scopes.ts'
import { moment, now } from '../columns.ts'
import { userColumn } from './accounts-schema.ts'

/** API keys of users. The key itself is not stored, only its hash. */
export const apiKeys = pgTable(
  'api_keys',
  {
    /** First part of the key after its prefix. */
    id: text('id').primaryKey(),
    userId: userColumn(),
    name: text('name').notNull(),
    scopes: text('scopes').array().$type<Scope[]>().notNull(),
    keyHash: text('key_hash').notNull(),
    createdAt: now('created_at'),
    expiresAt: moment('expires_at'),
    lastUsedAt: moment('last_used_at'),
    /** Time when the key was revoked because it was sent in an address. */
    revokedAt: moment('revoked_at'),
  },
  (t) => [uniqueIndex('api_keys_hash').on(t.keyHash), index('api_keys_user').on(t.userId)],
)

/** Apps that registered themselves (RFC 7591). They are public clients without a secret. */
export const appClients = pgTable('app_clients', {
  id: text('id').primaryKey(),
  /** Name that the app gave itself. */
  name: text('name').notNull(),
  redirectUris: text('redirect_uris').array().notNull(),
  createdAt: now('created_at'),
  /** Time of the latest consent of a user; null if there was none. */
  allowedAt: moment('allowed_at'),
})

/** Consents of users. All tokens of one consent belong to one row and end with it. */
export const appGrants = pgTable(
  'app_grants',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userColumn(),
    clientId: text('client_id')
      .notNull()
      .references(() => appClients.id, { onDelete: 'cascade' }),
    scopes: text('scopes').array().$type<Scope[]>().notNull(),
    /** Address for which the tokens are valid (RFC 8707); null for the whole server. */
    resource: text('resource'),
    /** SHA-256 of the authorization code. The code itself is not stored. */
    codeHash: text('code_hash').notNull(),
    codeExpiresAt: moment('code_expires_at').notNull(),
    /** Time when the code was exchanged for tokens; null until then. */
    codeUsedAt: moment('code_used_at'),
    codeChallenge: text('code_challenge').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    createdAt: now('created_at'),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [
    uniqueIndex('app_grants_code').on(t.codeHash),
    index('app_grants_user').on(t.userId),
    index('app_grants_client').on(t.clientId),
  ],
)

/** Access and refresh tokens. Only their hashes are stored. */
export const appTokens = pgTable(
  'app_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    grantId: uuid('grant_id')
      .notNull()
      .references(() => appGrants.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'access' | 'refresh'>().notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Time when a refresh token was exchanged. A second use ends the grant. */
    usedAt: moment('used_at'),
  },
  (t) => [index('app_tokens_grant').on(t.grantId)],
)
