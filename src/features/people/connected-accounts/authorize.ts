import type { ServerSettings } from '#contract/people/session.ts'
import { callbackPath, type ConnectedTypeName } from '#contract/people/connected-accounts.ts'
import { endpointRoot } from '#http/endpoint.ts'

type Login = ServerSettings['login']

/** Key in the session storage of this tab. A return without it was not started here. */
const NONCE_KEY = 'connecting-account'

/** Hash that marks a return from connecting Instagram during onboarding. */
export const ONBOARDING_HASH = 'onboarding_connected_ig'

/** Returns whether the operator has registered an app with the provider. */
export const isSetUp = (type: ConnectedTypeName, login: Login): boolean =>
  type === 'instagram'
    ? login.ig_app_id !== null
    : login.fb_app_id !== null && login.fb_api_version !== null

/** Returns the redirect URI. The provider compares it when the code is exchanged. */
export const callbackUrl = (type: ConnectedTypeName) =>
  (endpointRoot() || location.origin) + callbackPath(type)

/** Returns the provider's authorization page. */
export function authorizeUrl(type: ConnectedTypeName, login: Login, redirectUri: string): string {
  const state = toState({ redirect_uri: redirectUri, type })
  const redirect_uri = callbackUrl(type)
  if (type === 'instagram')
    return withQuery(login.ig_authorize_url ?? 'https://www.instagram.com/oauth/authorize', {
      client_id: login.ig_app_id ?? '',
      redirect_uri,
      response_type: 'code',
      scope: login.ig_scopes ?? '',
      state,
    })
  const host = login.fb_authorize_host ?? 'https://www.facebook.com'
  return withQuery(`${host}/${login.fb_api_version ?? ''}/dialog/oauth`, {
    client_id: login.fb_app_id ?? '',
    scope: 'email,public_profile',
    redirect_uri,
    state,
  })
}

/**
 * Opens the provider's page, which returns to this screen. Returns false if this browser cannot
 * store the nonce.
 */
export function startConnecting(
  type: ConnectedTypeName,
  login: Login,
  { onboarding = false }: { onboarding?: boolean } = {},
): boolean {
  const nonce = crypto.randomUUID()
  try {
    sessionStorage.setItem(NONCE_KEY, nonce)
  } catch {
    return false
  }
  const back = new URL(location.href)
  back.searchParams.set('nonce', nonce)
  back.hash = onboarding ? ONBOARDING_HASH : ''
  location.assign(authorizeUrl(type, login, back.href))
  return true
}

/** Returns whether this tab started the connection. Works once per nonce. */
export function takeNonce(nonce: string): boolean {
  try {
    const expected = sessionStorage.getItem(NONCE_KEY)
    sessionStorage.removeItem(NONCE_KEY)
    return expected !== null && expected === nonce
  } catch {
    return false
  }
}

function withQuery(base: string, query: Record<string, string>): string {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** Returns the state as base64url of JSON. */
function toState(state: { redirect_uri: string; type: ConnectedTypeName }): string {
  const bytes = new TextEncoder().encode(JSON.stringify(state))
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
