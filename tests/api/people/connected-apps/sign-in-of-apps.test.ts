import * as oauth from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { withKey } from '#support/server/api-keys.ts'
import * as apps from '#support/server/oauth.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'
import { statusesOf, expectTooMany } from '#support/server/asking.ts'
import { LINKS } from '#support/server/links.ts'

const server = await startTestServer({ listen: true, trustedProxies: ['127.0.0.1', '::1'] })
const origin = server.origin ?? ''
const app = await apps.registerApp(server)

const ana = newCreatorPerTest(server)

const statusWith = async (token: string) =>
  (await withKey(server, token)('GET', `${LINKS}domains/`)).status

describe('discovery', () => {
  test('names the endpoints and what they support', () => {
    expect(app.as).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/connect-app`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    })
  })

  test.each([
    ['the API', ''],
    ['the MCP server', '/mcp'],
  ])('describes %s as a protected resource', async (_, path) => {
    const url = new URL(origin + path)
    const found = await oauth.resourceDiscoveryRequest(url, apps.INSECURE)
    expect(await oauth.processResourceDiscoveryResponse(url, found)).toMatchObject({
      resource: origin + path,
      authorization_servers: [origin],
      bearer_methods_supported: ['header'],
    })
  })

  test('is readable by apps in browsers', async () => {
    const answer = await server.request('GET', '/.well-known/oauth-authorization-server')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull()
  })
})

const register = (body: unknown) => server.request('POST', '/oauth/register', { body })

describe('registration', () => {
  test('creates a public client, whatever the app requests', async () => {
    const answer = await register({
      client_name: 'Sample\u202e  App\n',
      redirect_uris: [apps.REDIRECT],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'links:read',
    })
    expect(answer.status).toBe(201)
    const body = (await answer.json()) as Record<string, unknown>
    expect(body).toMatchObject({
      client_name: 'Sample App',
      redirect_uris: [apps.REDIRECT],
      token_endpoint_auth_method: 'none',
    })
    expect(body['client_secret']).toBeUndefined()
  })

  test('names an app without a name by its host', async () => {
    const answer = await register({ redirect_uris: ['https://tool.example/back'] })
    expect(await answer.json()).toMatchObject({ client_name: 'tool.example' })
  })

  test.each([
    'https://app.example/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:4711/callback',
    'http://[::1]:4711/',
    'http://localhost:3000/oauth',
    'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/',
    'https://0123456789abcdef.extensions.allizom.org/',
  ])('accepts the address %s', async (uri) => {
    expect((await register({ redirect_uris: [uri] })).status).toBe(201)
  })

  test.each([
    'http://app.example/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'myapp://callback',
    'https://app.example/callback#part',
    'https://user@app.example/callback',
    'https:\\\\app.example',
    'http://127.0.0.1.app.example/',
    'not an address',
    '',
  ])('refuses the address "%s"', async (uri) => {
    const answer = await register({ redirect_uris: [uri] })
    expect(await apps.errorOf(answer)).toEqual([400, 'invalid_redirect_uri'])
  })

  test.each([
    ['no addresses', { redirect_uris: [] }],
    ['too many addresses', { redirect_uris: Array.from({ length: 11 }, () => apps.REDIRECT) }],
    ['a long address', { redirect_uris: [`https://app.example/${'x'.repeat(600)}`] }],
    ['an address that is no text', { redirect_uris: [7] }],
    ['a body that is no object', 'x'],
    ['a long name', { redirect_uris: [apps.REDIRECT], client_name: 'x'.repeat(201) }],
  ])('refuses %s', async (_, body) => {
    expect(await apps.errorOf(await register(body))).toEqual([400, 'invalid_client_metadata'])
  })

  test('refuses a large body', async () => {
    const logo_uri = `data:,${'x'.repeat(20_000)}`
    expect((await register({ redirect_uris: [apps.REDIRECT], logo_uri })).status).toBe(413)
  })

  test('is limited per address', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.77' }
    const body = { redirect_uris: [apps.REDIRECT] }
    const ask = () => server.request('POST', '/oauth/register', { body, headers })
    expect(new Set(await statusesOf(100, ask))).toEqual(new Set([201]))
    expectTooMany(await ask())
    expect((await register(body)).status).toBe(201)
  })
})

describe('the consent', () => {
  test('shows app, host, permissions and account', async () => {
    const { request } = await apps.authorizationRequest(app)
    const answer = await ana.send('POST', `${apps.APPS}request/`, request)
    const shown = { app_name: 'Sample Assistant', redirect_host: 'app.example', is_local: false }
    const scopes = ['links:read', 'links:write']
    expect(await answer.json()).toEqual({ result: { ...shown, scopes, email: ana.email } })
  })

  test('needs the session, and neither a cookie nor an access token is enough', async () => {
    const { request } = await apps.authorizationRequest(app)
    const { access_token } = await apps.connectApp(ana, app)
    const body = { request, allow: true }
    const cookie = { headers: { cookie: `token=${ana.token}` }, body }
    const decision = `${apps.APPS}decision/`
    expect((await server.request('POST', decision, cookie)).status).toBe(401)
    expect((await withKey(server, access_token)('POST', decision, body)).status).toBe(403)
  })

  test.each([
    ['an unknown app', { client_id: 'nobody' }],
    ['another address', { redirect_uri: 'https://app.example/callback2' }],
    ['an address with a query', { redirect_uri: `${apps.REDIRECT}?a=b` }],
    ['an address in capitals', { redirect_uri: 'https://app.example/Callback' }],
    ['another host', { redirect_uri: 'https://app.example.evil.example/callback' }],
    ['no address', { redirect_uri: '' }],
    ['another response type', { response_type: 'token' }],
    ['no code challenge', { code_challenge: '' }],
    ['a plain code challenge', { code_challenge_method: 'plain' }],
    ['a permission that does not exist', { scope: 'links:read money:write' }],
    ['webhooks', { scope: 'webhooks:write' }],
    ['another server', { resource: 'https://other.example/mcp' }],
  ])('refuses %s with a reason and without a redirect', async (_, more) => {
    const { request } = await apps.authorizationRequest(app, more)
    for (const [path, body] of [
      ['request/', request],
      ['decision/', { request, allow: true }],
      ['decision/', { request, allow: false }],
    ] as const) {
      const answer = await ana.send('POST', apps.APPS + path, body)
      expect(answer.status).toBe(400)
      const { errors } = (await answer.json()) as { errors: Record<string, string[]> }
      expect(errors['non_field_errors']?.[0]).toMatch(/^(The app|We don’t know)/)
    }
  })

  test('accepts any port of a local app, and nothing else that differs', async () => {
    const local = await apps.registerApp(server, { redirectUri: 'http://127.0.0.1/back' })
    const there = { ...local, redirectUri: 'http://127.0.0.1:5151/back' }
    const tokens = await apps.connectApp(ana, there)
    expect(await statusWith(tokens.access_token)).toBe(200)
    for (const redirect_uri of [
      'http://127.0.0.1:5151/other',
      'http://localhost:5151/back',
      'https://127.0.0.1/back',
    ]) {
      const { request } = await apps.authorizationRequest(local, { redirect_uri })
      expect((await ana.send('POST', `${apps.APPS}request/`, request)).status).toBe(400)
    }
  })

  test('returns the refusal to the app', async () => {
    const { request } = await apps.authorizationRequest(app)
    const { searchParams } = await apps.decide(ana, request, false)
    const refusal = { error: 'access_denied', iss: origin, state: request['state'] }
    expect(Object.fromEntries(searchParams)).toEqual(refusal)
    expect(await apps.appsOf(ana)).toEqual([])
  })

  test('cannot be shown inside another page', async () => {
    const answer = await server.request('GET', '/connect-app')
    expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  })
})
