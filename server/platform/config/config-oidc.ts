import {
  ConfigError,
  parseUrl,
  readMatching,
  readOneOf,
  readValue,
  WEB_PROTOCOLS,
  type Env,
} from './config-readers.ts'

/** Claim of an ID token with a value. */
export type AdminClaim = { name: string; value: string }

/** OpenID Connect provider with which people sign in. */
export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Name in the text of buttons, as in "Sign in with NAME". */
  name: string
  /** Claim that makes a person staff of the console; null for none. */
  adminClaim: AdminClaim | null
  /** Whether users can only sign in with the provider or a passkey. */
  replacesPasswords: boolean
}

const REQUIRED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
const OPTIONAL = ['OIDC_NAME', 'OIDC_ADMIN_CLAIM'] as const

/**
 * Returns the OpenID Connect provider; null if none is set. Throws if settings are missing. The
 * messages do not repeat id and secret, because they may be in the wrong setting.
 */
export function oidcSettings(env: Env): OidcSettings | null {
  const [issuerText, clientId, clientSecret] = REQUIRED.map((name) => readValue(env, name))
  const replacesPasswords = readOneOf(env, 'PASSWORDS', ['on', 'off'] as const, 'on') === 'off'
  if (issuerText === undefined && clientId === undefined && clientSecret === undefined) {
    const other = OPTIONAL.find((name) => readValue(env, name) !== undefined)
    if (other) throw new ConfigError(`${other} needs OIDC_ISSUER.`)
    if (replacesPasswords) throw new ConfigError('PASSWORDS=off needs OIDC_ISSUER.')
    return null
  }
  if (issuerText === undefined || clientId === undefined || clientSecret === undefined)
    throw new ConfigError(`Set all of ${REQUIRED.join(', ')}, or none of them.`)
  const issuer = readIssuer(env, issuerText)
  if (!/^[\x21-\x7e]{1,200}$/.test(clientId))
    throw new ConfigError('OIDC_CLIENT_ID must be the id of a client, without spaces.')
  const name = readMatching(env, 'OIDC_NAME', {
    fallback: issuer.hostname.slice(0, 40),
    shape: /^[^\p{C}<>]{1,40}$/u,
    expected: 'a text of 1 to 40 characters',
  })
  return {
    issuer: issuerText,
    clientId,
    clientSecret,
    name,
    adminClaim: adminClaim(env),
    replacesPasswords,
  }
}

/** Returns the issuer as a URL. Without https, the secret could be read on its way. */
function readIssuer(env: Env, text: string): URL {
  const url = parseUrl(text, WEB_PROTOCOLS)
  if (!url || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new ConfigError('OIDC_ISSUER must be a URL like https://login.example.com.')
  if (url.protocol === 'https:' || isLoopback(url) || env['ALLOW_PRIVATE_FETCH'] === '1') return url
  throw new ConfigError('OIDC_ISSUER must start with https: unless it is on this machine.')
}

const isLoopback = ({ hostname }: URL) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname)

function adminClaim(env: Env): AdminClaim | null {
  const text = readValue(env, 'OIDC_ADMIN_CLAIM')
  if (text === undefined) return null
  const [, name, value] = /^([^\s=]{1,100})=(\S(?:.{0,198}\S)?)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new ConfigError('OIDC_ADMIN_CLAIM must be a claim and a value, like groups=split-admins.')
  return { name, value }
}
