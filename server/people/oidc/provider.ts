import * as oauth from 'oauth4webapi'
import type { Deps } from '../../env.ts'
import type { AdminClaim, OidcSettings } from '../../platform/config/config-oidc.ts'
import { SECRET_JSON } from '../../platform/fetcher/fetch-limits.ts'
import { createFetcher } from '../../platform/fetcher/fetcher.ts'
import { botName, outboundFetcher } from '../../platform/fetcher/outbound.ts'

type OidcDeps = Pick<Deps, 'config' | 'log'>

/** Limits of each request to the provider. Tests shorten the time. */
export const oidcLimits = { ...SECRET_JSON }

/** Time for which the metadata of the provider is used before it is read again. */
const METADATA_MS = 60 * 60_000
/** Seconds by which the clocks of provider and server may differ. */
export const CLOCK_SECONDS = 60

/** Person at the provider, as its ID token describes them. */
export type ProviderIdentity = {
  issuer: string
  subject: string
  /** Email; empty if the provider names none. */
  email: string
  isEmailVerified: boolean
  /** Time of the sign-in at the provider in seconds; null if the token does not contain it. */
  signedInAt: number | null
  /** Whether the token has the claim for staff. */
  isStaff: boolean
}

type Known = {
  metadata: Promise<oauth.AuthorizationServer>
  readAt: number
  keys: oauth.JWKSCacheInput
}

/** Metadata and keys of the provider. Each process reads them when somebody first signs in. */
const known = new WeakMap<OidcSettings, Known>()

/** Reads and checks the metadata of the provider (OpenID Connect Discovery 1.0). Failures are not kept. */
async function readMetadata(deps: OidcDeps, settings: OidcSettings): Promise<Known> {
  const present = known.get(settings)
  if (present && Date.now() - present.readAt < METADATA_MS) {
    await present.metadata
    return present
  }
  const next: Known = { metadata: discover(deps, settings), readAt: Date.now(), keys: {} }
  known.set(settings, next)
  try {
    await next.metadata
  } catch (error) {
    known.delete(settings)
    throw error
  }
  return next
}

async function discover(deps: OidcDeps, settings: OidcSettings) {
  const issuer = new URL(settings.issuer)
  const response = await oauth.discoveryRequest(issuer, requestOptions(deps, settings))
  return oauth.processDiscoveryResponse(issuer, response)
}

/** Secrets of one sign-in, which only this server and its database can repeat. */
export type FlowSecrets = { state: string; nonce: string; verifier: string }

type Authorization = FlowSecrets & { redirectUri: string; isFresh: boolean }

/** Returns the address at the provider where the person signs in, with PKCE, state and nonce. */
export async function authorizationUrl(
  deps: OidcDeps,
  settings: OidcSettings,
  { state, nonce, verifier, redirectUri, isFresh }: Authorization,
): Promise<string> {
  const server = await (await readMetadata(deps, settings)).metadata
  const { authorization_endpoint } = server
  if (authorization_endpoint === undefined) throw new Error('no authorization endpoint')
  const url = new URL(authorization_endpoint)
  oauth.checkProtocol(url, !isInsecure(settings))
  const query = {
    client_id: settings.clientId,
    response_type: 'code',
    scope: scopesOf(server, settings),
    redirect_uri: redirectUri,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isFresh && { prompt: 'login', max_age: '0' }),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** Returns the scopes to ask for. Some providers name groups only if a scope asks for them. */
function scopesOf(
  { scopes_supported = [] }: oauth.AuthorizationServer,
  { adminClaim }: OidcSettings,
): string {
  const scopes = ['openid', 'email', 'profile']
  if (adminClaim && scopes_supported.includes(adminClaim.name)) scopes.push(adminClaim.name)
  return [...new Set(scopes)].join(' ')
}

type Answer = FlowSecrets & { redirectUri: string; query: URLSearchParams }

/**
 * Exchanges the code for an ID token and returns who signed in. Checks issuer, audience, times,
 * nonce and the signature. No token is kept.
 */
export async function readAnswer(
  deps: OidcDeps,
  settings: OidcSettings,
  { state, nonce, verifier, redirectUri, query }: Answer,
): Promise<ProviderIdentity> {
  const { metadata, keys } = await readMetadata(deps, settings)
  const server = await metadata
  const client = { client_id: settings.clientId, [oauth.clockTolerance]: CLOCK_SECONDS }
  const params = oauth.validateAuthResponse(server, client, query, state)
  const options = requestOptions(deps, settings)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    clientAuth(server, settings),
    params,
    redirectUri,
    verifier,
    options,
  )
  const checks = { expectedNonce: nonce, requireIdToken: true }
  const answer = await oauth.processAuthorizationCodeResponse(server, client, response, checks)
  await oauth.validateApplicationLevelSignature(server, response, {
    ...options,
    [oauth.jwksCache]: keys,
  })
  const claims = oauth.getValidatedIdTokenClaims(answer)
  if (!claims || claims.sub === '' || claims.sub.length > 255) throw new Error('no subject')
  const { userinfo_endpoint } = server
  if (claims['email'] !== undefined || userinfo_endpoint === undefined)
    return toIdentity(claims, settings.adminClaim)
  // Some providers name the email only in the answer of this endpoint.
  const userInfo = await oauth.userInfoRequest(server, client, answer.access_token, options)
  const more = await oauth.processUserInfoResponse(server, client, claims.sub, userInfo)
  return toIdentity({ ...more, ...claims }, settings.adminClaim)
}

function toIdentity(claims: oauth.IDToken, adminClaim: AdminClaim | null): ProviderIdentity {
  const { email, email_verified: verified, auth_time: signedInAt } = claims
  const hasEmail = typeof email === 'string' && email.length <= 254
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: hasEmail ? email : '',
    isEmailVerified: hasEmail && (verified === true || verified === 'true'),
    signedInAt: signedInAt ?? null,
    isStaff: adminClaim !== null && hasValue(claims[adminClaim.name], adminClaim.value),
  }
}

/** Returns whether a claim is this value, or a list that contains it. */
const hasValue = (claim: unknown, value: string): boolean =>
  Array.isArray(claim) ? claim.includes(value) : String(claim) === value

/** Sends the secret as the provider expects it; most expect it in a header by default. */
const clientAuth = (server: oauth.AuthorizationServer, { clientSecret }: OidcSettings) =>
  server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false
    ? oauth.ClientSecretPost(clientSecret)
    : oauth.ClientSecretBasic(clientSecret)

const isInsecure = ({ issuer }: OidcSettings) => issuer.startsWith('http:')

type LibraryRequest = {
  method: string
  headers: Record<string, string>
  body?: URLSearchParams | null | undefined
}

const requestOptions = (deps: OidcDeps, settings: OidcSettings) => ({
  [oauth.allowInsecureRequests]: isInsecure(settings),
  [oauth.customFetch]: async (url: string, options: LibraryRequest) => {
    const { authorization } = options.headers
    const { body, contentType } = await fetcherFor(
      deps,
      settings,
      url,
    )(url, {
      ...oidcLimits,
      ...(options.method === 'POST' && { method: 'POST' as const }),
      ...(options.body && { form: options.body }),
      ...(authorization !== undefined && { authorization }),
    })
    return new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
  },
})

/**
 * Returns the guarded fetcher. The operator chose the host of the issuer, so it may be on this
 * machine or in a private network. Other hosts that its metadata names must be public.
 */
const fetcherFor = ({ config }: OidcDeps, { issuer }: OidcSettings, url: string) =>
  new URL(url).host === new URL(issuer).host
    ? createFetcher({
        isAllowed: () => true,
        userAgent: `Mozilla/5.0 (compatible; ${botName(config)})`,
      })
    : outboundFetcher(config)
