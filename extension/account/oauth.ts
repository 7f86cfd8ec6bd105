import * as oauth from 'oauth4webapi'
import { SIGNED_IN_PATH } from '#contract/browser-extension.ts'
import type { Scope } from '#contract/developers/scopes.ts'
import { productName, serverOrigin } from '../server-address.ts'
import type { Access, SignIn } from '../stored.ts'

/** Permission that the extension asks for. */
const SCOPE: Scope = 'links:write'

const redirectUri = () => serverOrigin() + SIGNED_IN_PATH

/** Allows http for a server on the user's own computer. */
const options = () => ({ [oauth.allowInsecureRequests]: serverOrigin().startsWith('http:') })

/** Loads the addresses of the sign-in (RFC 8414). */
async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(serverOrigin())
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options() })
  return oauth.processDiscoveryResponse(issuer, answer)
}

const clientOf = (clientId: string): oauth.Client => ({ client_id: clientId })

/**
 * Registers this copy of the extension (RFC 7591) and prepares a sign-in. Returns what must be kept
 * until its result arrives, and the address that the user has to open.
 */
export async function prepareSignIn(): Promise<{ signIn: SignIn; address: string }> {
  const server = await discover()
  const clientId = await register(server)
  const verifier = oauth.generateRandomCodeVerifier()
  const signIn = { clientId, verifier, state: oauth.generateRandomState() }
  const address = new URL(server.authorization_endpoint ?? '')
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri(),
    scope: SCOPE,
    state: signIn.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  return { signIn, address: address.href }
}

async function register(server: oauth.AuthorizationServer): Promise<string> {
  const metadata = {
    client_name: `${productName()} browser extension`,
    redirect_uris: [redirectUri()],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: SCOPE,
  }
  const answer = await oauth.dynamicClientRegistrationRequest(server, metadata, options())
  return (await oauth.processDynamicClientRegistrationResponse(answer)).client_id
}

/** Exchanges the code in the address of a finished sign-in for access to the account. */
export async function exchange(signIn: SignIn, address: string): Promise<Access> {
  const server = await discover()
  const client = clientOf(signIn.clientId)
  const parameters = oauth.validateAuthResponse(server, client, new URL(address), signIn.state)
  const answer = await oauth.authorizationCodeGrantRequest(
    ...([server, client, oauth.None(), parameters, redirectUri(), signIn.verifier] as const),
    options(),
  )
  return toAccess(
    signIn.clientId,
    await oauth.processAuthorizationCodeResponse(server, client, answer),
  )
}

/** Returns new access in place of an expired one; null if the server refuses it. */
export async function refresh({ clientId, refreshToken }: Access): Promise<Access | null> {
  if (refreshToken === null) return null
  try {
    const [server, client] = [await discover(), clientOf(clientId)]
    const answer = await oauth.refreshTokenGrantRequest(
      ...([server, client, oauth.None(), refreshToken] as const),
      options(),
    )
    const tokens = await oauth.processRefreshTokenResponse(server, client, answer)
    return toAccess(clientId, { refresh_token: refreshToken, ...tokens })
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError) return null
    throw error
  }
}

/** Ends the access on the server (RFC 7009). */
export async function revoke({ clientId, token, refreshToken }: Access): Promise<void> {
  const server = await discover()
  if (server.revocation_endpoint === undefined) return
  const answer = await oauth.revocationRequest(
    ...([server, clientOf(clientId), oauth.None(), refreshToken ?? token] as const),
    options(),
  )
  await oauth.processRevocationResponse(answer)
}

const toAccess = (clientId: string, tokens: oauth.TokenEndpointResponse): Access => ({
  clientId,
  token: tokens.access_token,
  refreshToken: tokens.refresh_token ?? null,
})
