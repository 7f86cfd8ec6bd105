import * as oauth from 'oauth4webapi'
import type { ProviderApp } from '../../platform/config/config-providers.ts'
import {
  requestProvider,
  ProviderFailed,
  ProviderRefused,
  type ProviderDeps,
} from './ask-provider.ts'

export type CodeGrant = { code: string; redirectUri: string; signal: AbortSignal }

type TokenServer = {
  tokenUrl: string
  app: ProviderApp
  /** Converts a provider's non-standard answer to the standard form. */
  normalize?: (answer: unknown) => unknown
}

/** Exchanges a code for a token (RFC 6749) through the protected fetcher. */
export async function exchangeCode(
  deps: ProviderDeps,
  { tokenUrl, app, normalize = (answer) => answer }: TokenServer,
  { code, redirectUri, signal }: CodeGrant,
): Promise<string> {
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl }
  const client = { client_id: app.id }
  const request = async (url: string, { body }: { body: URLSearchParams }) => {
    const answer = await requestProvider(deps, new URL(url), { method: 'POST', form: body, signal })
    return Response.json(normalize(answer))
  }
  try {
    const response = await oauth.genericTokenEndpointRequest(
      server,
      client,
      oauth.ClientSecretPost(app.secret),
      'authorization_code',
      { code, redirect_uri: redirectUri },
      {
        [oauth.customFetch]: request,
        // The fetcher and the operator's settings decide which hosts are allowed.
        [oauth.allowInsecureRequests]: tokenUrl.startsWith('http:'),
      },
    )
    const token = await oauth.processGenericTokenEndpointResponse(server, client, response)
    return token.access_token
  } catch (error) {
    if (error instanceof ProviderRefused || error instanceof ProviderFailed) throw error
    signal.throwIfAborted()
    // The error object may contain the answer with a token.
    deps.log.warn('provider returned no token', { host: server.issuer, reason: String(error) })
    throw new ProviderFailed(error)
  }
}
