import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { counter, moment, now, text, uuidKey, uuidParent } from '../columns.ts'

/**
 * `paused`: the user can change nothing. `blocked`: their links, pages and widgets are closed as
 * well.
 */
export type Restriction = 'paused' | 'blocked'

export const users = pg.pgTable(
  'users',
  {
    id: uuidKey(),
    /** Lower-case address, as parsed by `Email` of the contract. */
    email: text('email'),
    /** Time when the user confirmed the address; null until then. */
    emailConfirmedAt: moment('email_confirmed_at'),
    /** Argon2 hash; null for a user who signs in with OpenID Connect only. */
    passwordHash: pg.text('password_hash'),
    nameFirst: text('name_first').default(''),
    nameLast: text('name_last').default(''),
    isCreator: pg.boolean('is_creator'),
    unmaskingInvitations: pg.boolean('unmasking_invitations').notNull().default(false),
    notifications: pg.jsonb('notifications').$type<Record<string, boolean>>().notNull().default({}),
    /**
     * Time zone of the user's days, for instance `Asia/Kolkata`; null, treated as UTC, until a
     * browser sends one.
     */
    timeZone: pg.text('time_zone'),
    /** Whether links lead visitors inside an app to their browser, unless a link says otherwise. */
    openInBrowser: pg.boolean('open_in_browser').notNull().default(false),
    /** Number of the latest change to the user's lists; see db/changes.ts. */
    changeSeq: counter('change_seq'),
    /** Decision of the operator about the account; null for most users. */
    restriction: pg.text('restriction').$type<Restriction>(),
    restrictedAt: moment('restricted_at'),
    /** Facts of the decision and the rule that was broken, for the user. */
    restrictionWhy: text('restriction_why').default(''),
    restrictionRule: text('restriction_rule').default(''),
    createdAt: now('created_at'),
  },
  (t) => [pg.uniqueIndex('users_email').on(t.email)],
)

/** Returns a column for the user to whom a row belongs. Deleting the user deletes the row. */
export const userColumn = () => uuidParent('user_id', () => users.id)

/** Returns the primary key of a table with one row per user. Deleting the user deletes the row. */
export const userKey = () =>
  pg
    .uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = pg.pgTable(
  'sessions',
  {
    id: uuidKey(),
    userId: userColumn(),
    /** SHA-256 of the token, hex. The token itself is never stored. */
    tokenHash: text('token_hash'),
    fingerprint: text('fingerprint'),
    /**
     * Browser and system, so that users recognize their devices. The rest of the User-Agent header
     * is not stored.
     */
    device: text('device').default(''),
    createdAt: now('created_at'),
    /** Time of the latest use, updated at most once an hour. */
    lastSeenAt: now('last_seen_at'),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    /** Time when the user last entered a code to confirm an action in this session. */
    provenAt: moment('proven_at'),
  },
  (t) => [pg.uniqueIndex('sessions_token').on(t.tokenHash), pg.index('sessions_user').on(t.userId)],
)

/** Browsers in which a user has signed in. Ids are random and stored as hashes. */
export const userBrowsers = pg.pgTable(
  'user_browsers',
  {
    userId: userColumn(),
    browserHash: text('browser_hash'),
    lastSeenAt: now('last_seen_at'),
  },
  (t) => [
    pg.primaryKey({ columns: [t.userId, t.browserHash] }),
    pg.index('user_browsers_browser').on(t.browserHash),
  ],
)

/**
 * Keys with a short life: the 60-second `auth_token`, set-password links, confirmations by passkey.
 * Hashed like session tokens.
 */
export const oneTimeKeys = pg.pgTable('one_time_keys', {
  keyHash: pg.text('key_hash').primaryKey(),
  purpose: pg
    .text('purpose')
    .$type<'sign-in' | 'set-password' | 'keep-account' | 'second-factor' | 'passkey-proof'>()
    .notNull(),
  userId: userColumn(),
  /** Hash of the cookie of the only browser that may use the key; null for a key sent by email. */
  browserHash: pg.text('browser_hash'),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})

/**
 * Emails that ask the owner of an address to confirm it, at sign-up or for a new address. Closed
 * rows are kept for a while, so that their links can explain why they no longer work.
 */
export const emailConfirmations = pg.pgTable(
  'email_confirmations',
  {
    /** Id from which the key is derived, so that a repeated email contains the same link. */
    id: uuidKey(),
    userId: userColumn(),
    about: pg.text('about').$type<'current' | 'next'>().notNull(),
    email: text('email'),
    keyHash: text('key_hash'),
    askedAt: now('asked_at'),
    /** Time when the latest email was sent. */
    sentAt: moment('sent_at'),
    usedAt: moment('used_at'),
    /** Time when the user cancelled this change or started another one. */
    closedAt: moment('closed_at'),
  },
  (t) => [
    pg.uniqueIndex('email_confirmations_key').on(t.keyHash),
    pg
      .uniqueIndex('email_confirmations_open')
      .on(t.userId, t.about)
      .where(sql`${t.usedAt} is null and ${t.closedAt} is null`),
  ],
)

/** Number of attempts per key, for instance `signInByAccount:<hash>`, in a fixed window. */
export const throttle = pg.pgTable('throttle', {
  key: pg.text('key').primaryKey(),
  count: pg.integer('count').notNull(),
  resetAt: moment('reset_at').notNull(),
})

/** Responses kept for seven days, so that a repeated write is executed once. */
export const idempotencyKeys = pg.pgTable(
  'idempotency_keys',
  {
    userId: userColumn(),
    key: text('key'),
    /** Keyed hash of method, path and body. */
    requestHash: text('request_hash'),
    /** Null while the first request is in progress. */
    status: pg.smallint('status'),
    body: pg.text('body'),
    createdAt: now('created_at'),
  },
  (t) => [
    pg.primaryKey({ columns: [t.userId, t.key] }),
    pg.index('idempotency_age').on(t.createdAt),
  ],
)
