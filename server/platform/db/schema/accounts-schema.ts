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
import { counter, moment, now } from '../columns.ts'

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Always lower case: the contract's `Email` makes it so. */
    email: text('email').notNull(),
    /** When a letter to that address was answered; null: nobody knows whose mailbox it is. */
    emailConfirmedAt: moment('email_confirmed_at'),
    passwordHash: text('password_hash').notNull(),
    nameFirst: text('name_first').notNull().default(''),
    nameLast: text('name_last').notNull().default(''),
    isCreator: boolean('is_creator'),
    unmaskingInvitations: boolean('unmasking_invitations').notNull().default(false),
    notifications: jsonb('notifications').$type<Record<string, boolean>>().notNull().default({}),
    /** Their days begin by it, for instance `Asia/Kolkata`; null, and UTC, until a browser has said. */
    timeZone: text('time_zone'),
    /** Number of the latest change to this person's lists; see db/changes.ts. */
    changeSeq: counter('change_seq'),
    createdAt: now('created_at'),
  },
  (t) => [uniqueIndex('users_email').on(t.email)],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, hex. The token itself is never stored. */
    tokenHash: text('token_hash').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** Browser and system, by which people know their devices; nothing else is kept of the header. */
    device: text('device').notNull().default(''),
    createdAt: now('created_at'),
    /** Written at most once an hour. */
    lastSeenAt: now('last_seen_at'),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (t) => [uniqueIndex('sessions_token').on(t.tokenHash), index('sessions_user').on(t.userId)],
)

/** With which browsers somebody has signed in; ids are made by chance and kept as hashes. */
export const userBrowsers = pgTable(
  'user_browsers',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Hash of what only the browser holds that may use it; null for a key that comes by mail. */
  browserHash: text('browser_hash'),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})

/**
 * Letters that ask a mailbox whether it is somebody's: that of the account, or the one that is to take its
 * place. Those that are over stay for a while, so that their links can say why they do nothing.
 */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    /** Their key is made of it, so that a letter sent again opens what the first one does. */
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    about: text('about').$type<'current' | 'next'>().notNull(),
    email: text('email').notNull(),
    keyHash: text('key_hash').notNull(),
    askedAt: now('asked_at'),
    /** When the latest letter left this server. */
    sentAt: moment('sent_at'),
    usedAt: moment('used_at'),
    /** Taken back, or another address was asked for. */
    closedAt: moment('closed_at'),
  },
  (t) => [
    uniqueIndex('email_confirmations_key').on(t.keyHash),
    uniqueIndex('email_confirmations_open')
      .on(t.userId, t.about)
      .where(sql`${t.usedAt} is null and ${t.closedAt} is null`),
  ],
)

/** Tries by key (say `login:<email>`) in a fixed window. */
export const throttle = pgTable('throttle', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetAt: moment('reset_at').notNull(),
})

/** Answers kept for seven days, so that a repeated write is done once (api.md section 0). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** Keyed hash of method, path and body. */
    requestHash: text('request_hash').notNull(),
    /** Null while the first request is still being answered. */
    status: smallint('status'),
    body: text('body'),
    createdAt: now('created_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_age').on(t.createdAt)],
)
