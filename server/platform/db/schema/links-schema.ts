import { sql } from 'drizzle-orm'
import {
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
import type { DomainProblem } from '#contract/domains.ts'
import type { ImageParams } from '#contract/links.ts'
import { counter, moment, now } from '../columns.ts'
import { brands } from './brands-schema.ts'
import { users } from './accounts-schema.ts'
import { uploads } from './uploads-schema.ts'

/**
 * `verified`: its DNS is right; `suspended`: it was verified, and the proof is gone; `gone`: its owner's
 * account was deleted, and it is nobody's for ever; `removed`: by its owner, who sees it no more. Links that
 * stand on it, and codes that others had there, lead on below the main host.
 */
export type DomainStatus = 'pending' | 'verified' | 'failed' | 'suspended' | 'gone' | 'removed'

/**
 * Row 1 is the installation's own short host, whatever SHORT_LINK_HOST says today; its domain is ''.
 * The others are people's own; several may wait for one name, and one of them can hold it.
 */
export const linkDomains = pgTable(
  'link_domains',
  {
    id: serial('id').primaryKey(),
    /** Lower case and in ASCII, without a final dot. */
    domain: text('domain').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    status: text('status').$type<DomainStatus>().notNull().default('pending'),
    /** What the TXT record has to say; of this row alone, so that nobody proves another's. */
    token: text('token').notNull().default(''),
    /** Checks since it was added, or started again. */
    validationCounter: integer('validation_counter').notNull().default(0),
    /** What the latest check has missed. */
    problem: text('problem').$type<DomainProblem>(),
    /** New links of its owner begin with it. */
    isMain: boolean('is_main').notNull().default(false),
    lastCheckedAt: moment('last_checked_at'),
    /** Null: nothing is checked until its owner starts again. */
    nextCheckAt: moment('next_check_at'),
    /** When its DNS was last right. */
    provenAt: moment('proven_at'),
    /** When it first answered as this server; null: its certificate is still to come. */
    servedAt: moment('served_at'),
    suspendedAt: moment('suspended_at'),
    createdAt: now('created_at'),
  },
  (t) => [
    uniqueIndex('link_domains_holder')
      .on(t.domain)
      .where(sql`${t.status} in ('verified', 'suspended', 'gone')`),
    uniqueIndex('link_domains_user').on(t.userId, t.domain),
    index('link_domains_due')
      .on(t.nextCheckAt)
      .where(sql`${t.nextCheckAt} is not null`),
  ],
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
    /** The scheme of `url`, and perhaps its final slash, were put on by us (D-16). */
    schemeAdded: boolean('scheme_added').notNull().default(false),
    /** We found `url` when what we had completed led nowhere; until its creator writes another. */
    addressCorrected: boolean('address_corrected').notNull().default(false),
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
    /** Its picture in words; empty: it is decoration beside the name. */
    imageAlt: text('image_alt').notNull().default(''),
    /** From then on the short link leads to `fallbackUrl`, or says that it has ended. */
    expiresAt: moment('expires_at'),
    fallbackUrl: text('fallback_url').notNull().default(''),
    /** Whether query parameters of the short link are passed on to the target. */
    passQuery: boolean('pass_query').notNull().default(false),
    /** The operator stopped it: it leads nowhere until they allow it again. */
    blockedAt: moment('blocked_at'),
    /** What its owner is told: the facts, and the rule that they break. */
    blockWhy: text('block_why').notNull().default(''),
    blockRule: text('block_rule').notNull().default(''),
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
    index('links_upload')
      .on(t.customImageUploadId)
      .where(sql`${t.customImageUploadId} is not null`),
  ],
)

/** Codes that a link had before a rename: nobody else ever gets them, people may have printed them (D-23). */
export const formerCodes = pgTable(
  'former_codes',
  {
    domainId: integer('domain_id')
      .notNull()
      .references(() => linkDomains.id, { onDelete: 'cascade' }),
    /** Lower case. */
    code: text('code').notNull(),
    linkId: uuid('link_id').notNull(),
    retiredAt: now('retired_at'),
  },
  (t) => [primaryKey({ columns: [t.domainId, t.code] }), index('former_codes_link').on(t.linkId)],
)
