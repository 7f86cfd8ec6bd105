import {
  ConfigError,
  readMatching,
  readOrigin,
  readValue,
  parseUrl,
  type Env,
} from './config-readers.ts'

/** App that the operator registered with a provider. */
export type ProviderApp = { id: string; secret: string }

/**
 * Hosts, apps and permissions for connecting Instagram and Facebook. Without an app, users cannot
 * connect.
 */
export type Providers = {
  instagram: {
    app: ProviderApp | null
    /** Hosts of the consent screen, of the exchange of codes for tokens, and of the API. */
    authorizeHost: string
    tokenHost: string
    apiHost: string
    scopes: string
  }
  facebook: {
    app: ProviderApp | null
    authorizeHost: string
    apiHost: string
    apiVersion: string
  }
}

export function providers(env: Env): Providers {
  return {
    instagram: {
      app: app(env, 'INSTAGRAM'),
      authorizeHost: readOrigin(env, 'INSTAGRAM_AUTHORIZE_HOST', 'https://www.instagram.com'),
      tokenHost: readOrigin(env, 'INSTAGRAM_TOKEN_HOST', 'https://api.instagram.com'),
      apiHost: readOrigin(env, 'INSTAGRAM_API_HOST', 'https://graph.instagram.com'),
      scopes: readMatching(env, 'INSTAGRAM_SCOPES', {
        fallback: 'instagram_business_basic',
        shape: /^[\w.]+(?:,[\w.]+)*$/,
        expected: 'names separated by commas',
      }),
    },
    facebook: {
      app: app(env, 'FACEBOOK'),
      authorizeHost: readOrigin(env, 'FACEBOOK_AUTHORIZE_HOST', 'https://www.facebook.com'),
      apiHost: readOrigin(env, 'FACEBOOK_API_HOST', 'https://graph.facebook.com'),
      apiVersion: readMatching(env, 'FACEBOOK_API_VERSION', {
        fallback: 'v24.0',
        shape: /^v\d{1,3}\.\d{1,2}$/,
        expected: 'a version like v24.0',
      }),
    },
  }
}

/**
 * Returns the app; null if neither setting is set. Throws if only one is. The message does not
 * repeat the secret.
 */
function app(env: Env, name: 'INSTAGRAM' | 'FACEBOOK'): ProviderApp | null {
  const id = env[`${name}_APP_ID`]?.trim() ?? ''
  const secret = env[`${name}_APP_SECRET`]?.trim() ?? ''
  if (id === '' && secret === '') return null
  if (id === '' || secret === '')
    throw new ConfigError(`Set both ${name}_APP_ID and ${name}_APP_SECRET, or neither.`)
  if (!/^[\w-]{1,100}$/.test(id))
    throw new ConfigError(`${name}_APP_ID must be the id of an app, like 1234567890.`)
  return { id, secret }
}

/** Search API that answers like Google's Custom Search JSON API. */
export type SearchSettings = { url: string; key: string }

/**
 * Returns the search settings; null if neither is set. Throws if only one is. The messages repeat
 * no value, because the key may be in the wrong one.
 */
export function searchEngine(env: Env): SearchSettings | null {
  const [urlText, key] = [readValue(env, 'SEARCH_URL'), readValue(env, 'SEARCH_KEY')]
  if (urlText === undefined && key === undefined) return null
  if (urlText === undefined || key === undefined)
    throw new ConfigError('Set both SEARCH_URL and SEARCH_KEY, or neither.')
  const at = parseUrl(urlText, ['http:', 'https:'])
  if (!at || at.username !== '' || at.searchParams.has('key'))
    throw new ConfigError(
      'SEARCH_URL must be a URL without the key, like https://www.googleapis.com/customsearch/v1?cx=ID.',
    )
  return { url: at.href, key }
}

/** PayPal app with the Payouts permission, and the origin of PayPal's API. */
export type PaypalSettings = ProviderApp & { api: string }

/**
 * Returns the PayPal settings; null if no app is set. Throws if only one of id and secret is. The
 * messages repeat no value, because the secret may be in the wrong one.
 */
export function paypal(env: Env): PaypalSettings | null {
  const api = readOrigin(env, 'PAYPAL_API', 'https://api-m.paypal.com')
  const [id, secret] = [readValue(env, 'PAYPAL_CLIENT_ID'), readValue(env, 'PAYPAL_CLIENT_SECRET')]
  if (id === undefined && secret === undefined) return null
  if (id === undefined || secret === undefined)
    throw new ConfigError('Set both PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET, or neither.')
  if (!/^[\w-]{1,200}$/.test(id))
    throw new ConfigError('PAYPAL_CLIENT_ID must be the client id of a PayPal app.')
  if (!api.startsWith('https:') && env['ALLOW_PRIVATE_FETCH'] !== '1')
    throw new ConfigError('PAYPAL_API must start with https:, because it receives the secret.')
  return { id, secret, api }
}
