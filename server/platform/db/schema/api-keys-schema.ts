import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
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
