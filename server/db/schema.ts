import { sql } from 'drizzle-orm'
import type { CollectionLayout, SmartRule } from '#contract/collections.ts'
import type { ImageParams } from '#contract/links.ts'
import { counter, moment, now } from './columns.ts'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

// One schema for drizzle, in two files: the tables of clicks stand on their own.
export * from './schema-clicks.ts'

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Always lower case: the contract's `Email` makes it so. */
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    nameFirst: text('name_first').notNull().default(''),
    nameLast: text('name_last').notNull().default(''),
    isCreator: boolean('is_creator'),
    unmaskingInvitations: boolean('unmasking_invitations').notNull().default(false),
    notifications: jsonb('notifications').$type<Record<string, boolean>>().notNull().default({}),
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
    createdAt: now('created_at'),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (t) => [uniqueIndex('sessions_token').on(t.tokenHash), index('sessions_user').on(t.userId)],
)

/** Single-use keys: the 60-second `auth_token` and set-password links. Hashed like session tokens. */
export const oneTimeKeys = pgTable('one_time_keys', {
  keyHash: text('key_hash').primaryKey(),
  purpose: text('purpose').$type<'sign-in' | 'set-password'>().notNull(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})

/** Tries by key (say `login:<email>`) in a fixed window. */
export const throttle = pgTable('throttle', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetAt: moment('reset_at').notNull(),
})

/** Row 1 is the installation's own short host, whatever SHORT_LINK_HOST says today; its domain is ''. */
export const linkDomains = pgTable('link_domains', {
  id: serial('id').primaryKey(),
  domain: text('domain').notNull().unique(),
  userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
})

export const brands = pgTable('brands', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  /** Query parameter in which the brand expects our click id (D-45). */
  clickParam: text('click_param').notNull().default('click_id'),
  /** What the creator gets of a sale, in hundredths of a percent. */
  commissionBasisPoints: integer('commission_basis_points').notNull().default(0),
})

/** Hosts that belong to a brand in the network; subdomains count (D-21). */
export const stores = pgTable('stores', {
  host: text('host').primaryKey(),
  brandId: uuid('brand_id')
    .notNull()
    .references(() => brands.id, { onDelete: 'cascade' }),
})

/** A picture that a person sent, kept under its content's name in the media store. */
export const uploads = pgTable(
  'uploads',
  {
    id: serial('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    imageKey: text('image_key').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: now('created_at'),
  },
  (t) => [index('uploads_user').on(t.userId)],
)

export const links = pgTable(
  'links',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    domainId: integer('domain_id')
      .notNull()
      .default(1)
      .references(() => linkDomains.id),
    /** As the creator wrote it; unique and found without regard to case. */
    shortCode: text('short_code').notNull(),
    name: text('name').notNull(),
    /** The creator wrote the name, so reading the target page leaves it alone. */
    nameChosen: boolean('name_chosen').notNull().default(false),
    url: text('url').notNull(),
    /** Host of `url`, without `www.`. */
    host: text('host').notNull(),
    utmSource: text('utm_source').notNull().default(''),
    utmMedium: text('utm_medium').notNull().default(''),
    utmCampaign: text('utm_campaign').notNull().default(''),
    utmTerm: text('utm_term').notNull().default(''),
    utmContent: text('utm_content').notNull().default(''),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    isHidden: boolean('is_hidden').notNull().default(false),
    brandId: uuid('brand_id').references(() => brands.id, { onDelete: 'set null' }),
    treatAsInNetwork: boolean('treat_as_in_network').notNull().default(false),
    hasTutorialEnabled: boolean('has_tutorial_enabled').notNull().default(false),
    /** The creator's own picture and its crops; without one the extracted picture stands (D-42). */
    customImageUploadId: integer('custom_image_upload_id').references(() => uploads.id, {
      onDelete: 'set null',
    }),
    customImageParams: jsonb('custom_image_params').$type<ImageParams>(),
    thumbnailParams: jsonb('thumbnail_params').$type<ImageParams>(),
    /** From then on the short link leads to `fallbackUrl`, or says that it has ended. */
    expiresAt: moment('expires_at'),
    fallbackUrl: text('fallback_url').notNull().default(''),
    /** Whether query parameters of the short link are passed on to the target. */
    passQuery: boolean('pass_query').notNull().default(false),
    /** File name in the media store, for instance `<sha>.webp`. */
    imageKey: text('image_key'),
    metaProgress: smallint('meta_progress').notNull().default(0),
    metaError: text('meta_error'),
    revenueCents: counter('revenue_cents'),
    commissionCents: counter('commission_cents'),
    changeSeq: counter('change_seq'),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [
    uniqueIndex('links_code').on(t.domainId, sql`lower(${t.shortCode})`),
    index('links_newest').on(t.userId, t.isHidden, t.createdAt.desc(), t.id),
    index('links_changes').on(t.userId, t.changeSeq, t.id),
    index('links_tags').using('gin', t.tags),
  ],
)

/** Codes that a link had before a rename: nobody else ever gets them, people may have printed them (D-23). */
export const formerCodes = pgTable(
  'former_codes',
  {
    domainId: integer('domain_id')
      .notNull()
      .references(() => linkDomains.id),
    /** Lower case. */
    code: text('code').notNull(),
    linkId: uuid('link_id').notNull(),
    retiredAt: now('retired_at'),
  },
  (t) => [primaryKey({ columns: [t.domainId, t.code] })],
)

/** Answers kept for seven days, so that a repeated write is done once (api.md section 0). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** SHA-256 of method, path and body. */
    requestHash: text('request_hash').notNull(),
    /** Null while the first request is still being answered. */
    status: smallint('status'),
    body: text('body'),
    createdAt: now('created_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_age').on(t.createdAt)],
)

/** What the operator switched: maintenance and the like. */
export const operatorSettings = pgTable('operator_settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
})

export const collections = pgTable(
  'collections',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'regular' | 'smart'>().notNull(),
    name: text('name').notNull(),
    layout: text('layout').$type<CollectionLayout>().notNull().default('list'),
    imageUploadId: integer('image_upload_id').references(() => uploads.id, {
      onDelete: 'set null',
    }),
    imageParams: jsonb('image_params').$type<ImageParams>(),
    /** Only on smart ones. */
    rule: jsonb('rule').$type<SmartRule>(),
    position: integer('position').notNull().default(0),
    changeSeq: counter('change_seq'),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [
    uniqueIndex('collections_name').on(t.userId, sql`lower(${t.name})`),
    index('collections_changes').on(t.userId, t.changeSeq, t.id),
  ],
)

/** Links of regular collections, in the order the creator gave them. */
export const collectionLinks = pgTable(
  'collection_links',
  {
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    linkId: uuid('link_id')
      .notNull()
      .references(() => links.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.collectionId, t.linkId] }),
    index('collection_links_link').on(t.linkId),
  ],
)

/** What was deleted from a mirrored list, so that a delta can say so. */
export const removals = pgTable(
  'removals',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    list: text('list').$type<'collections'>().notNull(),
    itemId: uuid('item_id').notNull(),
    changeSeq: bigint('change_seq', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.list, t.itemId] })],
)
