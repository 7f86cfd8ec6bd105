import { once } from 'node:events'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { freePort } from '../free-port.ts'

export const OIDC_CLIENT = { id: 'split', secret: 'secret-of-the-client' }

/** Facts about a person that the provider tells. */
export type ProviderPerson = { email?: string; email_verified?: boolean; groups?: string[] }

export type TestProvider = {
  issuer: string
  /** People by their login name, which is also their subject. */
  people: Map<string, ProviderPerson>
  stop(): Promise<void>
}

/**
 * Starts a certified OpenID provider with its own sign-in form, which accepts any password.
 * `inIdToken` puts the email into the ID token, as most providers do.
 */
export async function startOidcProvider(
  redirectUris: string[],
  { inIdToken = true } = {},
): Promise<TestProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, ProviderPerson>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: OIDC_CLIENT.id,
        client_secret: OIDC_CLIENT.secret,
        redirect_uris: redirectUris,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
    conformIdTokenClaims: !inIdToken,
    cookies: { keys: ['of this test'] },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
  })
  const server = createServer(provider.callback()).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer,
    people,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
