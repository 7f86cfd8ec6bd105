/** Names that may be changed in one place (D-01, D-02). */
export const APP_NAME = 'Split'
export const PRODUCT_SLUG = 'split'

/** Versions as the specification gives them (section 9, R-621, R-622). */
export const VERSIONS = { production: '2.0.6', staging: '2.0.8+0' } as const

export const API_VERSION = 'v1'
/** Paths below the endpoint root. */
export const V1 = `/${API_VERSION}`
export const V2 = '/v2/my'

/** What every call of the app carries (spec section 6, D-10). */
export const TOKEN_HEADER = 'X-API-TOKEN'
/** Names the cookie of the session's token (D-09). */
export const TOKEN_COOKIE = 'token'
/** Set by whoever goes on with a browser that is too old; also written in src/boot, which needs no other file. */
export const OLD_BROWSER_COOKIE = 'split_any_browser'
export const VERSION_HEADER = 'X-APP-VERSION'
export const APP_HEADER = 'X-APP'
export const APP_IDENTIFIER = 'WebApp'
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'
/** On what waited in the outbox: its answer is kept there, and nobody looks on while it is sent. */
export const REPLAY_HEADER = 'X-Replay'

export const LOGIN_PATH = '/multi-connect/login'

/** `create_split_link`, or the literal spelling with braces (D-03). */
export const CREATE_LINK_PARAM = `create_${PRODUCT_SLUG}_link`
export const isCreateLinkParam = (name: string) => /^create_.+_link$/.test(name)
/** The link dialog over the list of links; behind it stands what it is for. */
export const LINK_DIALOG = `/splitlinks?${CREATE_LINK_PARAM}=`

/** Names the tag in which a build for another API says where that is, for the server that serves it. */
export const ENDPOINT_META = 'endpoint-root'
