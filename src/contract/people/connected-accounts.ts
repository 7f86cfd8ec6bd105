import * as v from 'valibot'
import { MAX_ID, token } from '../common.ts'

/** Values of `account_type` for accounts connected with OAuth. */
export const CONNECTED_TYPES = { instagram: 1, facebook: 2 } as const
export type ConnectedTypeName = keyof typeof CONNECTED_TYPES
export const ConnectedType = v.picklist(Object.values(CONNECTED_TYPES))
export type ConnectedType = v.InferOutput<typeof ConnectedType>

export const PROVIDER_TITLES: Record<ConnectedTypeName, string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
}

export const MAX_CONNECTED_ACCOUNTS = 10

/** Account at a provider that we may read. Its tokens never leave the server. */
export const ConnectedAccount = v.object({
  id: v.number(),
  account_type: ConnectedType,
  account_name: v.string(),
  /** Null if the provider, such as Facebook, does not return the address of the profile. */
  account_url: v.nullable(v.string()),
  /** Copy on our server; null if there is none. */
  avatar_url: v.nullable(v.string()),
  /** Whether data is read from the account. */
  is_active: v.boolean(),
  connected_at: v.string(),
})
export type ConnectedAccount = v.InferOutput<typeof ConnectedAccount>

/** All connected accounts. There are no pages, because their number is limited. */
export const ConnectedAccounts = v.object({ results: v.array(ConnectedAccount) })
export type ConnectedAccounts = v.InferOutput<typeof ConnectedAccounts>

const INVALID_TYPE = 'This is not a type of account.'

export const ConnectedAccountsQuery = v.object({
  account_type: v.optional(
    v.pipe(
      v.picklist(['1', '2'], INVALID_TYPE),
      v.transform((type) => (type === '1' ? 1 : 2)),
    ),
  ),
})

/** Body of PATCH. */
export const ConnectedAccountEdit = v.object({ is_active: v.optional(v.boolean()) })
export type ConnectedAccountEdit = v.InferInput<typeof ConnectedAccountEdit>

/**
 * Body of the two `add_…_by_code` calls: the code of the provider, and the address to which it was
 * sent.
 */
export const AuthorizationCode = v.object({
  code: v.pipe(token(2000), v.minLength(1, 'This field is required.')),
  redirect_uri: v.pipe(token(2000), v.minLength(1, 'This field is required.')),
})
export type AuthorizationCode = v.InferInput<typeof AuthorizationCode>

/**
 * Returns the path to which a provider sends the browser back, on the API's host.
 */
export const callbackPath = (type: ConnectedTypeName) =>
  `/v2/accounts/connect_with_${type}/callback/`

/** Content of the OAuth `state`, as JSON in base64url. Other keys are refused (D-34). */
export const ConnectionState = v.strictObject({
  redirect_uri: token(2000),
  type: v.picklist(['instagram', 'facebook']),
})
export type ConnectionState = v.InferOutput<typeof ConnectionState>

/** Id of an account in a URL. */
const IdParam = v.pipe(
  token(10),
  v.regex(/^[1-9]\d*$/, 'This is not an id.'),
  v.transform(Number),
  v.maxValue(MAX_ID, 'This is not an id.'),
)

/** Query for the account to read. Default: the first active Instagram account. */
export const InstagramUserQuery = v.object({ account_id: v.optional(IdParam) })
export const InstagramMediaQuery = v.object({
  ...InstagramUserQuery.entries,
  /** Cursor of Instagram for the next page. */
  after: v.optional(token(1000)),
})

/** Profile data of a connected Instagram account. */
export const InstagramUser = v.object({
  username: v.string(),
  name: v.string(),
  profile_picture_url: v.nullable(v.string()),
  media_count: v.nullable(v.number()),
})
export type InstagramUser = v.InferOutput<typeof InstagramUser>

/** Picture of a post; for a video, its preview picture. */
export const InstagramMedia = v.object({
  id: v.string(),
  media_url: v.string(),
  thumbnail_url: v.string(),
  permalink: v.nullable(v.string()),
  caption: v.string(),
})
export type InstagramMedia = v.InferOutput<typeof InstagramMedia>

export const InstagramMediaPage = v.object({
  results: v.array(InstagramMedia),
  next: v.nullable(v.string()),
})
export type InstagramMediaPage = v.InferOutput<typeof InstagramMediaPage>
