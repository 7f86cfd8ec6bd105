import * as oauth from 'oauth4webapi'
import type { ProviderApp } from '../../platform/config/config-providers.ts'
import { askProvider, ProviderFailed, Refused, type ProviderDeps } from './ask-provider.ts'

export type CodeGrant = { code: string; redirectUri: string; signal: AbortSignal }

type TokenServer = {
  tokenUrl: string
  app: ProviderApp
  /** Makes an answer what the standard asks for, where a provider has ways of its own. */
  conform?: (answer: unknown) => unknown
}

/** Trades a code for a token, as RFC 6749 says, and by our own guarded fetcher. */
export async function exchangeCode(
  deps: ProviderDeps,
  { tokenUrl, app, conform = (answer) => answer }: TokenServer,
  { code, redirectUri, signal }: CodeGrant,
): Promise<string> {
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl }
  const client = { client_id: app.id }
  const ask = async (url: string, { body }: { body: URLSearchParams }) => {
    const answer = await askProvider(deps, new URL(url), { method: 'POST', form: body, signal })
    return Response.json(conform(answer))
  }
  try {
    const response = await oauth.genericTokenEndpointRequest(
      server,
      client,
      oauth.ClientSecretPost(app.secret),
      'authorization_code',
      { code, redirect_uri: redirectUri },
      {
        [oauth.customFetch]: ask,
        // Which addresses may be asked is the fetcher's decision and the operator's.
        [oauth.allowInsecureRequests]: tokenUrl.startsWith('http:'),
      },
    )
    const granted = await oauth.processGenericTokenEndpointResponse(server, client, response)
    return granted.access_token
  } catch (error) {
    if (error instanceof Refused || error instanceof ProviderFailed) throw error
    signal.throwIfAborted()
    // The error itself may hold what was answered, a token among it.
    deps.log.warn('provider answered no token', { host: server.issuer, reason: String(error) })
    throw new ProviderFailed(error)
  }
}
