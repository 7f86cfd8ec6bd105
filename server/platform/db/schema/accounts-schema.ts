import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { counter, moment, now, uuidParent } from '../columns.ts'

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Lower-case address, as parsed by `Email` of the contract. */
    email: text('email').notNull(),
    /** Time when the user confirmed the address; null until then. */
    emailConfirmedAt: moment('email_confirmed_at'),
    passwordHash: text('password_hash').notNull(),
    nameFirst: text('name_first').notNull().default(''),
    nameLast: text('name_last').notNull().default(''),
    isCreator: boolean('is_creator'),
    unmaskingInvitations: boolean('unmasking_invitations').notNull().default(false),
    notifications: jsonb('notifications').$type<Record<string, boolean>>().notNull().default({}),
    /**
     * Time zone of the user's days, for instance `Asia/Kolkata`; null, treated as UTC, until a
     * browser sends one.
     */
    timeZone: text('time_zone'),
    /** Number of the latest change to the user's lists; see db/changes.ts. */
    changeSeq: counter('change_seq'),
    createdAt: now('created_at'),
  },
  (t) => [uniqueIndex('users_email').on(t.email)],
)

/** Returns a column for the user to whom a row belongs. Deleting the user deletes the row. */
export const userColumn = () => uuidParent('user_id', () => users.id)

/** Returns the primary key of a table with one row per user. Deleting the user deletes the row. */
export const userKey = () =>
  uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userColumn(),
    /** SHA-256 of the token, hex. The token itself is never stored. */
    tokenHash: text('token_hash').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /**
     * Browser and system, so that users recognize their devices. The rest of the User-Agent header
     * is not stored.
     */
    device: text('device').notNull().default(''),
    createdAt: now('created_at'),
    /** Time of the latest use, updated at most once an hour. */
    lastSeenAt: now('last_seen_at'),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (t) => [uniqueIndex('sessions_token').on(t.tokenHash), index('sessions_user').on(t.userId)],
)

/** Browsers in which a user has signed in. Ids are random and stored as hashes. */
export const userBrowsers = pgTable(
  'user_browsers',
  {
    userId: userColumn(),
    browserHash: text('browser_hash').notNull(),
    lastSeenAt: now('last_seen_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.browserHash] }),
    index('user_browsers_browser').on(t.browserHash),
  ],
)

/** Single-use keys: the 60-second `auth_token` and set-password links. Hashed like session tokens. */
export const oneTimeKeys = pgTable('one_time_keys', {
  keyHash: text('key_hash').primaryKey(),
  purpose: text('purpose').$type<'sign-in' | 'set-password' | 'keep-account'>().notNull(),
  userId: userColumn(),
  /** Hash of the cookie of the only browser that may use the key; null for a key sent by email. */
  browserHash: text('browser_hash'),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})

/**
 * Emails that ask the owner of an address to confirm it, at sign-up or for a new address. Closed
 * rows are kept for a while, so that their links can explain why they no longer work.
 */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    /** Id from which the key is derived, so that a repeated email contains the same link. */
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userColumn(),
    about: text('about').$type<'current' | 'next'>().notNull(),
    email: text('email').notNull(),
    keyHash: text('key_hash').notNull(),
    askedAt: now('asked_at'),
    /** Time when the latest email was sent. */
    sentAt: moment('sent_at'),
    usedAt: moment('used_at'),
    /** Time when the user cancelled this change or started another one. */
    closedAt: moment('closed_at'),
  },
  (t) => [
    uniqueIndex('email_confirmations_key').on(t.keyHash),
    uniqueIndex('email_confirmations_open')
      .on(t.userId, t.about)
      .where(sql`${t.usedAt} is null and ${t.closedAt} is null`),
  ],
)

/** Number of attempts per key, for instance `signInByAccount:<hash>`, in a fixed window. */
export const throttle = pgTable('throttle', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetAt: moment('reset_at').notNull(),
})

/** Responses kept for seven days, so that a repeated write is executed once. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: userColumn(),
    key: text('key').notNull(),
    /** Keyed hash of method, path and body. */
    requestHash: text('request_hash').notNull(),
    /** Null while the first request is in progress. */
    status: smallint('status'),
    body: text('body'),
    createdAt: now('created_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_age').on(t.createdAt)],
)
