import * as oauth from 'oauth4webapi'
import type { ConnectedApps } from '#contract/developers/connected-apps.ts'
import type { Person } from './people.ts'
import type { TestServer } from './test-app.ts'

export const APPS = '/v2/my/connected-apps/'
export const REDIRECT = 'https://app.example/callback'

/** Test servers have no certificate. */
export const INSECURE = { [oauth.allowInsecureRequests]: true }

export type App = {
  as: oauth.AuthorizationServer
  client: oauth.Client
  redirectUri: string
}

type AppOptions = { name?: string; redirectUri?: string }

/** Discovers the server and registers an app there. */
export async function registerApp(
  { origin = '' }: TestServer,
  { name = 'Sample Assistant', redirectUri = REDIRECT }: AppOptions = {},
): Promise<App> {
  const issuer = new URL(origin)
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...INSECURE })
  const as = await oauth.processDiscoveryResponse(issuer, found)
  const registered = await oauth.dynamicClientRegistrationRequest(
    as,
    { client_name: name, redirect_uris: [redirectUri] },
    INSECURE,
  )
  const client = await oauth.processDynamicClientRegistrationResponse(registered)
  return { as, client, redirectUri }
}

/** Returns the parameters with which the app opens the consent screen. */
export async function authorizationRequest({ client, redirectUri }: App, more: object = {}) {
  const verifier = oauth.generateRandomCodeVerifier()
  const request: Record<string, string> = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope: 'links:read links:write',
    state: oauth.generateRandomState(),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  }
  return { request, verifier }
}

/** Decides about a request as the consent screen does, and returns where that sends the browser. */
export async function decide(person: Person, request: object, allow = true): Promise<URL> {
  const answer = await person.send('POST', `${APPS}decision/`, { request, allow })
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
  return new URL(((await answer.json()) as { result: { redirect_to: string } }).result.redirect_to)
}

/** Lets a person allow the app, and returns everything that the app needs for its tokens. */
export async function allow(person: Person, app: App, more: object = {}) {
  const { request, verifier } = await authorizationRequest(app, more)
  const callback = await decide(person, request)
  const params = oauth.validateAuthResponse(app.as, app.client, callback, request['state'])
  return { params, verifier, callback }
}

export type Allowed = Awaited<ReturnType<typeof allow>>

/** Exchanges the code for tokens. */
export const exchange = (
  { as, client, redirectUri }: App,
  { params, verifier }: Pick<Allowed, 'params' | 'verifier'>,
  more: Record<string, string> = {},
): Promise<Response> =>
  oauth.authorizationCodeGrantRequest(as, client, oauth.None(), params, redirectUri, verifier, {
    additionalParameters: more,
    ...INSECURE,
  })

/** Connects an app with all steps and returns its tokens. */
export async function connectApp(
  person: Person,
  app: App,
  more: object = {},
): Promise<oauth.TokenEndpointResponse> {
  const answer = await exchange(app, await allow(person, app, more))
  return oauth.processAuthorizationCodeResponse(app.as, app.client, answer)
}

export const refresh = ({ as, client }: App, token = ''): Promise<Response> =>
  oauth.refreshTokenGrantRequest(as, client, oauth.None(), token, INSECURE)

/** Returns the status and the OAuth error of a refused request. */
export const errorOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { error?: string }).error,
]

export const appsOf = async (person: Person) => (await person.get<ConnectedApps>(APPS)).results
