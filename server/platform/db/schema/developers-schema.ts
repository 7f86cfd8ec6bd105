import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { Scope } from '#contract/developers/scopes.ts'
import type {
  DeliveryProblem,
  DeliveryStatus,
  DisabledReason,
} from '#contract/developers/webhooks.ts'
import { counter, moment, now, serialKey, text, uuidKey } from '../columns.ts'
import { userColumn, users } from './accounts-schema.ts'
import { brands } from './brands-schema.ts'

/** API keys of users. The key itself is not stored, only its hash. */
export const apiKeys = pg.pgTable(
  'api_keys',
  {
    /** First part of the key after its prefix. */
    id: pg.text('id').primaryKey(),
    userId: userColumn(),
    name: text('name'),
    scopes: pg.text('scopes').array().$type<Scope[]>().notNull(),
    keyHash: text('key_hash'),
    createdAt: now('created_at'),
    expiresAt: moment('expires_at'),
    lastUsedAt: moment('last_used_at'),
    /** Time when the key was revoked because it was sent in an address. */
    revokedAt: moment('revoked_at'),
  },
  (t) => [pg.uniqueIndex('api_keys_hash').on(t.keyHash), pg.index('api_keys_user').on(t.userId)],
)

/** Latest calls of API keys and connected apps, for their owner. */
export const apiCalls = pg.pgTable(
  'api_calls',
  {
    id: pg.bigserial('id', { mode: 'number' }).primaryKey(),
    userId: userColumn(),
    /** Id of the API key, or of the consent of an app. */
    caller: text('caller'),
    at: moment('at').notNull(),
    /** Method and path of the call without its values, for example `GET /v2/my/links/{uuid}`. */
    call: text('call'),
    status: pg.smallint('status').notNull(),
    requestId: text('request_id'),
  },
  (t) => [
    pg.index('api_calls_user').on(t.userId),
    pg.index('api_calls_caller').on(t.caller, t.id),
    pg.index('api_calls_at').on(t.at),
  ],
)

/** Apps that registered themselves (RFC 7591). They are public clients without a secret. */
export const appClients = pg.pgTable('app_clients', {
  id: pg.text('id').primaryKey(),
  /** Name that the app gave itself. */
  name: text('name'),
  redirectUris: pg.text('redirect_uris').array().notNull(),
  createdAt: now('created_at'),
  /** Time of the latest consent of a user; null if there was none. */
  allowedAt: moment('allowed_at'),
})

/** Consents of users. All tokens of one consent belong to one row and end with it. */
export const appGrants = pg.pgTable(
  'app_grants',
  {
    id: uuidKey(),
    userId: userColumn(),
    clientId: text('client_id').references(() => appClients.id, { onDelete: 'cascade' }),
    scopes: pg.text('scopes').array().$type<Scope[]>().notNull(),
    /** Address for which the tokens are valid (RFC 8707); null for the whole server. */
    resource: pg.text('resource'),
    /** SHA-256 of the authorization code. The code itself is not stored. */
    codeHash: text('code_hash'),
    codeExpiresAt: moment('code_expires_at').notNull(),
    /** Time when the code was exchanged for tokens; null until then. */
    codeUsedAt: moment('code_used_at'),
    codeChallenge: text('code_challenge'),
    redirectUri: text('redirect_uri'),
    createdAt: now('created_at'),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [
    pg.uniqueIndex('app_grants_code').on(t.codeHash),
    pg.index('app_grants_user').on(t.userId),
    pg.index('app_grants_client').on(t.clientId),
  ],
)

/** Access and refresh tokens. Only their hashes are stored. */
export const appTokens = pg.pgTable(
  'app_tokens',
  {
    tokenHash: pg.text('token_hash').primaryKey(),
    grantId: pg
      .uuid('grant_id')
      .notNull()
      .references(() => appGrants.id, { onDelete: 'cascade' }),
    kind: pg.text('kind').$type<'access' | 'refresh'>().notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Time when a refresh token was exchanged. A second use ends the grant. */
    usedAt: moment('used_at'),
  },
  (t) => [pg.index('app_tokens_grant').on(t.grantId)],
)

/** Addresses that are told about events of a user or of a brand. */
export const webhooks = pg.pgTable(
  'webhooks',
  {
    id: serialKey(),
    /** Owner, a user or a brand. */
    userId: pg.uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    brandId: pg.uuid('brand_id').references(() => brands.id, { onDelete: 'cascade' }),
    url: text('url'),
    events: pg.text('events').array().notNull(),
    /** Encrypted secret that signs deliveries. */
    sealedSecret: text('sealed_secret'),
    /** Encrypted previous secret, which signs too until `oldSecretEndsAt`. */
    sealedOldSecret: pg.text('sealed_old_secret'),
    oldSecretEndsAt: moment('old_secret_ends_at'),
    /** Delivery with the latest attempt. It may be deleted from the log. */
    lastDeliveryId: pg.bigint('last_delivery_id', { mode: 'number' }),
    disabledAt: moment('disabled_at'),
    disabledReason: pg.text('disabled_reason').$type<DisabledReason>(),
    /** Time up to which links that expired were reported. */
    endingsUntil: now('endings_until'),
    /** Time of the latest event about clicks. */
    clicksReportedAt: moment('clicks_reported_at'),
    createdAt: now('created_at'),
  },
  (t) => [
    pg
      .index('webhooks_user')
      .on(t.userId)
      .where(sql`${t.userId} is not null`),
    pg
      .index('webhooks_brand')
      .on(t.brandId)
      .where(sql`${t.brandId} is not null`),
    pg.check('webhooks_owner', sql`num_nonnulls(${t.userId}, ${t.brandId}) = 1`),
    pg.check('webhooks_disabled', sql`(${t.disabledAt} is null) = (${t.disabledReason} is null)`),
  ],
)

/** Clicks of links that a webhook was told about. */
export const webhookClicks = pg.pgTable(
  'webhook_clicks',
  {
    webhookId: pg
      .integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    linkId: pg.uuid('link_id').notNull(),
    clicks: counter('clicks'),
  },
  (t) => [pg.primaryKey({ columns: [t.webhookId, t.linkId] })],
)

/**
 * Events for webhooks, one row per event and webhook. Written in the transaction of the change,
 * sent later, and kept as the log.
 */
export const webhookDeliveries = pg.pgTable(
  'webhook_deliveries',
  {
    /** Grows with each event of an object, so receivers can put its events in order. */
    id: pg.bigserial('id', { mode: 'number' }).primaryKey(),
    webhookId: pg
      .integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    messageId: pg.uuid('message_id').notNull().defaultRandom(),
    event: text('event'),
    /** Id of the object that changed, for example of the link. */
    objectId: text('object_id'),
    /** Row of the object at the time of the event. The body is built from it. */
    facts: pg.jsonb('facts').$type<Record<string, unknown>>().notNull(),
    /** User that an event for a brand is about. Deleting the user deletes the event. */
    aboutUserId: pg.uuid('about_user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: now('created_at'),
    status: pg.text('status').$type<DeliveryStatus>().notNull().default('waiting'),
    /** Time of the next attempt; null if there is none. */
    dueAt: moment('due_at').defaultNow(),
    attempts: pg.integer('attempts').notNull().default(0),
    attemptedAt: moment('attempted_at'),
    durationMs: pg.integer('duration_ms'),
    problem: pg.text('problem').$type<DeliveryProblem>(),
    requestBody: text('request_body').default(''),
    responseStatus: pg.smallint('response_status'),
    responseType: text('response_type').default(''),
    responseBody: text('response_body').default(''),
  },
  (t) => [
    pg.index('webhook_deliveries_log').on(t.webhookId, t.id.desc()),
    pg.index('webhook_deliveries_counts').on(t.webhookId, t.status),
    pg
      .index('webhook_deliveries_attempts')
      .on(t.webhookId, t.attemptedAt.desc(), t.id.desc())
      .where(sql`${t.attemptedAt} is not null`),
    pg
      .index('webhook_deliveries_due')
      .on(t.dueAt, t.webhookId)
      .where(sql`${t.dueAt} is not null`),
    pg
      .index('webhook_deliveries_about')
      .on(t.aboutUserId)
      .where(sql`${t.aboutUserId} is not null`),
    pg.index('webhook_deliveries_age').on(t.createdAt),
  ],
)

/** Changes of assistants that wait for the user's approval. */
export const approvals = pg.pgTable(
  'approvals',
  {
    id: uuidKey(),
    userId: userColumn(),
    /** Id of the API key or consent that asked. Only it can use the approval. */
    callerId: text('caller_id'),
    askedBy: text('asked_by'),
    /** Name of the public call. */
    call: text('call'),
    /** Arguments of the call as JSON with sorted keys. */
    input: text('input'),
    createdAt: now('created_at'),
    expiresAt: moment('expires_at').notNull(),
    decision: pg.text('decision').$type<'approved' | 'rejected'>(),
    usedAt: moment('used_at'),
  },
  (t) => [pg.index('approvals_user').on(t.userId)],
)
