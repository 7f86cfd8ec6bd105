import * as pg from 'drizzle-orm/pg-core'
import { brandColumn } from './brands-schema.ts'
import { moment, now } from '../columns.ts'

/**
 * Single-use links that sign a brand in. Used and expired ones are kept for a while, so that they
 * can explain why they no longer work.
 */
export const deskLinks = pg.pgTable('desk_links', {
  /** SHA-256 of the key, hex. The key itself is never stored. */
  keyHash: pg.text('key_hash').primaryKey(),
  brandId: brandColumn(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  createdAt: now('created_at'),
})

/** Addresses to which a brand may request a new link: those that the operator has used. */
export const deskAddresses = pg.pgTable(
  'desk_addresses',
  { brandId: brandColumn(), email: pg.text('email').notNull(), createdAt: now('created_at') },
  (t) => [
    pg.primaryKey({ columns: [t.brandId, t.email] }),
    pg.index('desk_addresses_email').on(t.email),
  ],
)

/** Sessions of signed-in brands. */
export const deskSessions = pg.pgTable(
  'desk_sessions',
  {
    id: pg.uuid('id').primaryKey().defaultRandom(),
    brandId: brandColumn(),
    /** SHA-256 of the cookie's value, hex. */
    tokenHash: pg.text('token_hash').notNull(),
    createdAt: now('created_at'),
    /** Time of the latest use, updated at most once an hour. The expiry moves with it. */
    lastSeenAt: now('last_seen_at'),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (t) => [
    pg.uniqueIndex('desk_sessions_token').on(t.tokenHash),
    pg.index('desk_sessions_brand').on(t.brandId),
  ],
)
