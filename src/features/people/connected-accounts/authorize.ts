import type { ServerSettings } from '#contract/session.ts'
import { callbackPath, type ConnectedTypeName } from '#contract/connected-accounts.ts'
import { endpointRoot } from '#http/endpoint.ts'

type Login = ServerSettings['login']

/** Kept for this tab alone: whoever comes back without it did not start here (D-34). */
const KEY = 'connecting-account'

/** What a wizard reads after Instagram was connected from within it. */
export const ONBOARDING_HASH = 'onboarding_connected_ig'

/** Whether this server has an app of its own with the provider (D-33). */
export const isSetUp = (type: ConnectedTypeName, login: Login): boolean =>
  type === 'instagram'
    ? login.ig_app_id !== null
    : login.fb_app_id !== null && login.fb_api_version !== null

/** Where a provider sends the browser, and what it compares when the code is traded. */
export const callbackUrl = (type: ConnectedTypeName) =>
  (endpointRoot() || location.origin) + callbackPath(type)

/** The page on which a provider asks whether we may. */
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

/** Goes there, and comes back to this very screen. False when this browser cannot remember that. */
export function startConnecting(
  type: ConnectedTypeName,
  login: Login,
  { onboarding = false }: { onboarding?: boolean } = {},
): boolean {
  const nonce = crypto.randomUUID()
  try {
    sessionStorage.setItem(KEY, nonce)
  } catch {
    return false
  }
  const back = new URL(location.href)
  back.searchParams.set('nonce', nonce)
  back.hash = onboarding ? ONBOARDING_HASH : ''
  location.assign(authorizeUrl(type, login, back.href))
  return true
}

/** Whether this tab began it; it is good once. */
export function takeNonce(nonce: string): boolean {
  try {
    const expected = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
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

/** base64url of JSON. */
function toState(state: { redirect_uri: string; type: ConnectedTypeName }): string {
  const bytes = new TextEncoder().encode(JSON.stringify(state))
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
