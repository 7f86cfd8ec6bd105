import * as v from 'valibot'
import { address, list, token, Uuid } from '../common.ts'

/**
 * Answer of POST /v1/connect/token. `extended_status` 400: the one-time token is invalid
 * (D-08).
 */
export const Connection = v.object({
  token: v.nullable(v.string()),
  jwt_token: v.nullable(v.string()),
  fingerprint: v.nullable(v.string()),
  extended_status: v.nullable(v.number()),
})
export type Connection = v.InferOutput<typeof Connection>

/**
 * Body of POST /v1/logout/late (not in the specification): SHA-256 hashes of the tokens of users
 * who signed out on this device without a connection. The call needs no session, because none is
 * left.
 */
export const LateLogout = v.object({
  token_hashes: v.pipe(list(v.pipe(token(64), v.regex(/^[0-9a-f]{64}$/)), 20), v.minLength(1)),
})
export type LateLogout = v.InferOutput<typeof LateLogout>

/** Answer of GET /v1/users/me. */
export const CurrentUser = v.object({
  uuid: Uuid,
  email: v.string(),
  name_first: v.string(),
  name_last: v.string(),
  is_email_confirmed: v.boolean(),
  /** Mobile number that was confirmed with a code. */
  phone: v.nullable(v.string()),
  has_page: v.boolean(),
  /**
   * Always null in a session: requesting a deletion ends all sessions, and the next sign-in asks
   * whether to cancel it.
   */
  deletion_requested_at: v.nullable(v.string()),
  /** Avatar of the public profile. Not in the specification. */
  avatar_url: v.nullable(v.string()),
})
export type CurrentUser = v.InferOutput<typeof CurrentUser>

const Notifications = v.object({
  push: v.boolean(),
  commission: v.boolean(),
  clicks: v.boolean(),
  special: v.boolean(),
  chat: v.boolean(),
  email: v.boolean(),
})

/** Settings of a user. `is_creator` is null until the user answers in onboarding. */
export const UserSettings = v.object({
  is_creator: v.nullable(v.boolean()),
  unmasking_invitations: v.boolean(),
  notifications: Notifications,
  /** Whether links lead visitors inside an app to their browser. Not in the specification. */
  open_in_browser: v.boolean(),
})
export type UserSettings = v.InferOutput<typeof UserSettings>

export const UserSettingsEdit = v.partial(
  v.object({
    is_creator: v.boolean(),
    unmasking_invitations: v.boolean(),
    notifications: v.partial(Notifications),
    open_in_browser: v.boolean(),
  }),
)

/** Answer of GET /v1/settings: values of this installation that the app needs. */
export const ServerSettings = v.object({
  login: v.object({
    ig_app_id: v.nullable(v.string()),
    fb_app_id: v.nullable(v.string()),
    fb_api_version: v.nullable(v.string()),
    /** OAuth addresses and scopes of the providers (D-33). Not in the specification. */
    ig_authorize_url: v.nullable(v.string()),
    ig_scopes: v.nullable(v.string()),
    fb_authorize_host: v.nullable(v.string()),
  }),
  push: v.object({ server_key: v.string(), channel: v.string() }),
  short_link_host: v.string(),
  app_host: v.string(),
  product: v.object({ slug: v.string(), name: v.string() }),
  uploads: v.object({ max_bytes: v.number() }),
  features: v.object({
    mail: v.boolean(),
    sms: v.boolean(),
    paypal: v.boolean(),
    websearch: v.boolean(),
  }),
  /** Address for error reports of the app; null if reporting is off (D-68). */
  error_reporting: v.nullable(v.object({ dsn: v.string(), tunnel: v.nullable(v.string()) })),
})
export type ServerSettings = v.InferOutput<typeof ServerSettings>

export const Email = v.pipe(
  address(254),
  v.toLowerCase(),
  v.email('Enter an email address, like name@example.com.'),
)
