import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { DomainProblem } from '#contract/page/domains.ts'
import type { ImageParams } from '#contract/links/short-link.ts'
import type { AppStop, InAppName } from '#contract/links/in-app.ts'
import type { Rule } from '#contract/rules/rules.ts'
import type { Parameter } from '#contract/links/parameter-sets.ts'
import {
  counter,
  moment,
  now,
  serialKey,
  serialParent,
  text,
  uuidKey,
  uuidParent,
} from '../columns.ts'
import { brands } from './brands-schema.ts'
import { users, userColumn } from './accounts-schema.ts'
import { uploadColumn } from './uploads-schema.ts'

/**
 * Status of a domain. `verified`: its DNS is correct; `suspended`: it was verified, but its DNS no
 * longer is correct; `gone`: the owner's account was deleted, and the domain stays reserved;
 * `removed`: the owner removed it and no longer sees it. Its links, and codes that others had
 * there, continue to work on the main host.
 */
export type DomainStatus = 'pending' | 'verified' | 'failed' | 'suspended' | 'gone' | 'removed'

/**
 * Domains of short links. Row 1 is the installation's own short host, independent of
 * SHORT_LINK_HOST, with an empty `domain`. The others belong to users; several may request one
 * name, but only one can hold it.
 */
export const linkDomains = pg.pgTable(
  'link_domains',
  {
    id: serialKey(),
    /** Lower case and ASCII, without a trailing dot. */
    domain: text('domain'),
    userId: pg.uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    status: pg.text('status').$type<DomainStatus>().notNull().default('pending'),
    /**
     * Content of the TXT record. Unique for this row, so that users cannot verify each other's
     * domain.
     */
    token: text('token').default(''),
    /** Number of checks since the domain was added or the owner restarted them. */
    validationCounter: pg.integer('validation_counter').notNull().default(0),
    /** Problem found by the latest check. */
    problem: pg.text('problem').$type<DomainProblem>(),
    /** Whether new links of the owner use this domain. */
    isMain: pg.boolean('is_main').notNull().default(false),
    /** Whether links have or had an exact code here (`links.exactCode`). */
    hasExactCodes: pg.boolean('has_exact_codes').notNull().default(false),
    lastCheckedAt: moment('last_checked_at'),
    /** Time of the next check; null if there is none until the owner restarts them. */
    nextCheckAt: moment('next_check_at'),
    /** Time when the DNS was last correct. */
    provenAt: moment('proven_at'),
    /** Time when the domain first reached this server; null while its certificate is missing. */
    servedAt: moment('served_at'),
    suspendedAt: moment('suspended_at'),
    createdAt: now('created_at'),
  },
  (t) => [
    pg
      .uniqueIndex('link_domains_holder')
      .on(t.domain)
      .where(sql`${t.status} in ('verified', 'suspended', 'gone')`),
    pg.uniqueIndex('link_domains_user').on(t.userId, t.domain),
    pg
      .index('link_domains_due')
      .on(t.nextCheckAt)
      .where(sql`${t.nextCheckAt} is not null`),
  ],
)

export const links = pg.pgTable(
  'links',
  {
    id: uuidKey(),
    userId: userColumn(),
    domainId: pg
      .integer('domain_id')
      .notNull()
      .default(1)
      .references(() => linkDomains.id),
    /** Code as the creator wrote it. Found regardless of case, unless it is exact. */
    shortCode: text('short_code'),
    /**
     * Whether the code comes from another link shortener: it is found only in exactly this
     * spelling, and may contain characters that other codes do not.
     */
    exactCode: pg.boolean('exact_code').notNull().default(false),
    /** Visits that another link shortener counted. They are in no other number. */
    clicksBefore: pg.integer('clicks_before').notNull().default(0),
    name: text('name'),
    /** Whether the creator wrote the name, so that reading the target page does not replace it. */
    nameChosen: pg.boolean('name_chosen').notNull().default(false),
    url: text('url'),
    /** Whether the server added the scheme, and perhaps the trailing slash, of `url`. */
    schemeAdded: pg.boolean('scheme_added').notNull().default(false),
    /**
     * Whether the server replaced a completed URL that did not work. Reset when the creator enters
     * another one.
     */
    addressCorrected: pg.boolean('address_corrected').notNull().default(false),
    /** Host of `url` without `www.`. */
    host: text('host'),
    utmSource: text('utm_source').default(''),
    utmMedium: text('utm_medium').default(''),
    utmCampaign: text('utm_campaign').default(''),
    utmTerm: text('utm_term').default(''),
    utmContent: text('utm_content').default(''),
    tags: pg
      .text('tags')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Text that a search covers, folded by the server. Null in rows of an older server. */
    searchText: pg.text('search_text'),
    isHidden: pg.boolean('is_hidden').notNull().default(false),
    brandId: pg.uuid('brand_id').references(() => brands.id, { onDelete: 'set null' }),
    treatAsInNetwork: pg.boolean('treat_as_in_network').notNull().default(false),
    hasTutorialEnabled: pg.boolean('has_tutorial_enabled').notNull().default(false),
    /** Creator's picture and its crops. Without it, the extracted picture is shown. */
    customImageUploadId: uploadColumn('custom_image_upload_id'),
    customImageParams: pg.jsonb('custom_image_params').$type<ImageParams>(),
    thumbnailParams: pg.jsonb('thumbnail_params').$type<ImageParams>(),
    /** Alternative text of the picture; empty if it is decorative. */
    imageAlt: text('image_alt').default(''),
    /** Time before which the short link shows a page with this time. */
    startsAt: moment('starts_at'),
    /** Number of openings after which the link has ended; null for no limit. */
    maxClicks: pg.integer('max_clicks'),
    /** Whether visitors need a password. Its hash is in `link_passwords`. */
    hasPassword: pg.boolean('has_password').notNull().default(false),
    /** Time from which the short link leads to `fallbackUrl` or says that it has expired. */
    expiresAt: moment('expires_at'),
    fallbackUrl: text('fallback_url').default(''),
    /** Whether query parameters of the short link are added to the target URL. */
    passQuery: pg.boolean('pass_query').notNull().default(false),
    /** Rules that choose another target for some visitors; null if there are none. */
    rules: pg.jsonb('rules').$type<Rule[]>(),
    /**
     * Whether visitors inside an app are led to their browser; null for the owner's default
     * (`users.open_in_browser`).
     */
    openInBrowser: pg.boolean('open_in_browser'),
    /** Apps whose visitors stay inside although `openInBrowser` applies. */
    keptInApp: pg
      .text('kept_in_app')
      .array()
      .$type<InAppName[]>()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Apps that Split added to `keptInApp`; null if there are none. */
    appStops: pg.jsonb('app_stops').$type<AppStop[]>(),
    /**
     * Time when the operator blocked the link. It does not redirect until the operator unblocks it.
     */
    blockedAt: moment('blocked_at'),
    /** Reason that the owner sees: the facts and the violated rule. */
    blockWhy: text('block_why').default(''),
    blockRule: text('block_rule').default(''),
    /** Id in the user's own system, set through the API. */
    externalId: pg.text('external_id'),
    /** File name in the media store, for instance `<sha>.webp`. */
    imageKey: pg.text('image_key'),
    metaProgress: pg.smallint('meta_progress').notNull().default(0),
    metaError: pg.text('meta_error'),
    revenueCents: counter('revenue_cents'),
    commissionCents: counter('commission_cents'),
    /** Whether pages show the owner's discount code of the brand beside the link. */
    showsCode: pg.boolean('shows_code').notNull().default(false),
    /** Approved income from affiliate networks in US cents, computed after each report. */
    elsewhereCents: counter('elsewhere_cents'),
    changeSeq: counter('change_seq'),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [
    // Exact codes that differ only in case are different codes.
    pg
      .uniqueIndex('links_codes')
      .on(
        t.domainId,
        sql`lower(${t.shortCode})`,
        sql`(case when ${t.exactCode} then ${t.shortCode} else '' end)`,
      ),
    pg
      .uniqueIndex('links_external')
      .on(t.userId, t.externalId)
      .where(sql`${t.externalId} is not null`),
    pg.index('links_newest').on(t.userId, t.isHidden, t.createdAt.desc(), t.id),
    pg.index('links_changes').on(t.userId, t.changeSeq, t.id),
    pg
      .index('links_ending')
      .on(t.userId, t.expiresAt)
      .where(sql`${t.expiresAt} is not null`),
    pg
      .index('links_starting')
      .on(t.userId, t.startsAt)
      .where(sql`${t.startsAt} is not null`),
    pg
      .index('links_clicks_before')
      .on(t.userId)
      .where(sql`${t.clicksBefore} > 0`),
    pg.index('links_tags').using('gin', t.tags),
    pg
      .index('links_upload')
      .on(t.customImageUploadId)
      .where(sql`${t.customImageUploadId} is not null`),
  ],
)

/** Returns a column for the link to which a row belongs. Deleting the link deletes the row. */
export const linkColumn = () => uuidParent('link_id', () => links.id)

/** Returns the primary key of a table with one row per link. Deleting the link deletes the row. */
export const linkKey = () =>
  pg
    .uuid('link_id')
    .primaryKey()
    .references(() => links.id, { onDelete: 'cascade' })

/** Named sets of query parameters that a creator adds to links. */
export const parameterSets = pg.pgTable(
  'parameter_sets',
  {
    id: uuidKey(),
    userId: userColumn(),
    name: text('name'),
    /** Folded name, which is unique per user. */
    searchName: text('search_name'),
    parameters: pg.jsonb('parameters').$type<Parameter[]>().notNull(),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [
    // An index entry has at most about 2700 bytes, and a name of emoji can be longer.
    pg.uniqueIndex('parameter_sets_name').on(t.userId, sql`md5(${t.searchName})`),
  ],
)

/** Former codes of links. They are never given to another link, because they may be in print. */
export const formerCodes = pg.pgTable(
  'former_codes',
  {
    domainId: serialParent('domain_id', () => linkDomains.id),
    /** Lower case. */
    code: text('code'),
    /** Spelling of an exact code; empty for others. */
    exactCode: text('exact_code').default(''),
    linkId: pg.uuid('link_id').notNull(),
    retiredAt: now('retired_at'),
  },
  (t) => [
    pg.primaryKey({ columns: [t.domainId, t.code, t.exactCode] }),
    pg.index('former_codes_link').on(t.linkId),
  ],
)

/**
 * Number of openings of a link with `max_clicks`. A separate table, because each opening changes it
 * and must not change the link. The row is created by the first opening and deleted with the limit.
 */
export const linkPlaces = pg.pgTable('link_places', {
  linkId: linkKey(),
  used: pg.integer('used').notNull().default(0),
})

/**
 * Passwords of links. A separate table, so that the hash cannot get into answers, exports and
 * events, which are built from whole rows of `links`.
 */
export const linkPasswords = pg.pgTable('link_passwords', {
  linkId: linkKey(),
  passwordHash: text('password_hash'),
})
