import { ConfigError, oneLine, origin, read, url, type Env } from './config-readers.ts'

/** An app that an operator has registered with a provider. */
export type ProviderApp = { id: string; secret: string }

/** Where accounts elsewhere are connected, and as what (D-33). Without an app there is no connecting. */
export type Providers = {
  instagram: {
    app: ProviderApp | null
    /** Where people are asked, where codes become tokens, and where tokens read. */
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
      authorizeHost: origin(env, 'INSTAGRAM_AUTHORIZE_HOST', 'https://www.instagram.com'),
      tokenHost: origin(env, 'INSTAGRAM_TOKEN_HOST', 'https://api.instagram.com'),
      apiHost: origin(env, 'INSTAGRAM_API_HOST', 'https://graph.instagram.com'),
      scopes: oneLine(env, 'INSTAGRAM_SCOPES', {
        fallback: 'instagram_business_basic',
        shape: /^[\w.]+(?:,[\w.]+)*$/,
        wanted: 'names parted by commas',
      }),
    },
    facebook: {
      app: app(env, 'FACEBOOK'),
      authorizeHost: origin(env, 'FACEBOOK_AUTHORIZE_HOST', 'https://www.facebook.com'),
      apiHost: origin(env, 'FACEBOOK_API_HOST', 'https://graph.facebook.com'),
      apiVersion: oneLine(env, 'FACEBOOK_API_VERSION', {
        fallback: 'v24.0',
        shape: /^v\d{1,3}\.\d{1,2}$/,
        wanted: 'a version like v24.0',
      }),
    },
  }
}

/** Both or neither. The secret is not repeated. */
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

/** An engine that answers like Google's Custom Search JSON API (D-56). */
export type SearchSettings = { url: string; key: string }

/** Both or neither. Neither is repeated: a key may stand in the wrong one. */
export function searchEngine(env: Env): SearchSettings | null {
  const [given, key] = [read(env, 'SEARCH_URL'), read(env, 'SEARCH_KEY')]
  if (given === undefined && key === undefined) return null
  if (given === undefined || key === undefined)
    throw new ConfigError('Set both SEARCH_URL and SEARCH_KEY, or neither.')
  const at = url(given, ['http:', 'https:'])
  if (!at || at.username !== '' || at.searchParams.has('key'))
    throw new ConfigError(
      'SEARCH_URL must be a URL without the key, like https://www.googleapis.com/customsearch/v1?cx=ID.',
    )
  return { url: at.href, key }
}
