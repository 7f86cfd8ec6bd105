/** Names that can be changed in one place (D-01, D-02). The operator can set the first. */
export { APP_NAME } from './text/product-name.ts'
export const PRODUCT_SLUG = 'split'

/** App versions of the specification (section 9, R-621, R-622). */
export const VERSIONS = { production: '2.0.6', staging: '2.0.8+0' } as const

export const API_VERSION = 'v1'
/** Paths below the endpoint root. */
export const V1 = `/${API_VERSION}`
export const V2 = '/v2/my'

/** Header with the session token, sent with every call of the app (spec section 6, D-10). */
export const TOKEN_HEADER = 'X-API-TOKEN'
/**
 * Header with the id of the account for which a call is made, if it is not the person's own. Not in
 * the specification.
 */
export const ACCOUNT_HEADER = 'X-ACCOUNT'
/** Name of the cookie that holds the session token (D-09). */
export const TOKEN_COOKIE = 'token'
/**
 * Cookie of visitors who continue with an unsupported browser. src/boot repeats the name because it
 * imports no other file.
 */
export const OLD_BROWSER_COOKIE = 'split_any_browser'
export const VERSION_HEADER = 'X-APP-VERSION'
export const APP_HEADER = 'X-APP'
export const APP_IDENTIFIER = 'WebApp'
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'
/** Returns the idempotency key of one object of a call that creates several. */
export const partKey = (key: string, index: number) => `${key}/${index}`
/**
 * Header of a request sent from the outbox. The outbox stores the answer itself, and no screen
 * waits for it.
 */
export const REPLAY_HEADER = 'X-Replay'

export const LOGIN_PATH = '/multi-connect/login'

/** `create_split_link`. The spelling with braces is accepted too (D-03). */
export const CREATE_LINK_PARAM = `create_${PRODUCT_SLUG}_link`
export const isCreateLinkParam = (name: string) => /^create_.+_link$/.test(name)
/**
 * Path of the link dialog over the list of links. Append a link id, `edit-` and a link id, or the
 * URL for a new link.
 */
export const LINK_DIALOG = `/splitlinks?${CREATE_LINK_PARAM}=`

/**
 * Name of the meta tag with the API endpoint of a build that uses another API. The server that
 * serves the build reads it.
 */
export const ENDPOINT_META = 'endpoint-root'
