import * as oauth from 'oauth4webapi'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PUBLIC_CALLS } from '#contract/developers/public-api.ts'
import { withKey } from '#support/server/api-keys.ts'
import { askToLeave } from '#support/server/leaving.ts'
import * as apps from '#support/server/oauth.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { appGrants, appTokens } from '../../../../server/platform/db/schema.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'
import { addLink, linkPath, LINKS } from '#support/server/links.ts'

const DOMAINS = `${LINKS}domains/`
const HOUR_MS = 60 * 60 * 1000

const server = await startTestServer({ listen: true, trustedProxies: ['127.0.0.1', '::1'] })
const origin = server.origin ?? ''
const app = await apps.registerApp(server)

const ana = newCreatorPerTest(server)
afterEach(() => void vi.useRealTimers())

const atTime = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
const statusWith = async (token: string, path = DOMAINS) =>
  (await withKey(server, token)('GET', path)).status
const expectInvalidGrant = async (answer: Promise<Response>) =>
  expect(await apps.errorOf(await answer)).toEqual([400, 'invalid_grant'])
const tokensFor = async (allowed: Awaited<ReturnType<typeof apps.allow>>) =>
  oauth.processAuthorizationCodeResponse(app.as, app.client, await apps.exchange(app, allowed))
const renew = async (token: string | undefined) =>
  oauth.processRefreshTokenResponse(app.as, app.client, await apps.refresh(app, token))

describe('the code', () => {
  test('becomes tokens of the allowed permissions', async () => {
    const tokens = await apps.connectApp(ana, app)
    const expected = { token_type: 'bearer', expires_in: 3600, scope: 'links:read links:write' }
    expect(tokens).toMatchObject(expected)
    const send = withKey(server, tokens.access_token)
    expect((await send('POST', LINKS, { url: 'https://shop.example/lamp' })).status).toBe(201)
  })

  test('and the tokens are stored as hashes only', async () => {
    const allowed = await apps.allow(ana, app)
    const tokens = await tokensFor(allowed)
    const stored = JSON.stringify([
      await server.deps.db.select().from(appGrants).where(eq(appGrants.userId, ana.uuid)),
      await server.deps.db.select().from(appTokens),
    ])
    const secrets = [allowed.params.get('code'), tokens.access_token, tokens.refresh_token]
    for (const secret of secrets) {
      expect(secret?.length).toBeGreaterThan(40)
      expect(stored).not.toContain(secret?.slice(-43))
    }
  })

  test('is refused with another verifier, and stays usable with its own', async () => {
    const allowed = await apps.allow(ana, app)
    const verifier = oauth.generateRandomCodeVerifier()
    await expectInvalidGrant(apps.exchange(app, { ...allowed, verifier }))
    expect((await apps.exchange(app, allowed)).status).toBe(200)
  })

  test('is refused with another redirect_uri, resource or app', async () => {
    const allowed = await apps.allow(ana, app, { resource: `${origin}/mcp` })
    const other = await apps.registerApp(server)
    await expectInvalidGrant(
      apps.exchange({ ...app, redirectUri: 'https://app.example/other' }, allowed),
    )
    await expectInvalidGrant(apps.exchange(app, allowed, { resource: origin }))
    await expectInvalidGrant(apps.exchange({ ...app, client: other.client }, allowed))
    expect((await apps.exchange(app, allowed, { resource: `${origin}/mcp` })).status).toBe(200)
  })

  test('ends the connection when it is used twice', async () => {
    const allowed = await apps.allow(ana, app)
    const tokens = await tokensFor(allowed)
    expect(await statusWith(tokens.access_token)).toBe(200)
    await expectInvalidGrant(apps.exchange(app, allowed))
    expect(await statusWith(tokens.access_token)).toBe(401)
    await expectInvalidGrant(apps.refresh(app, tokens.refresh_token))
  })

  test('gives tokens to only one of two simultaneous exchanges', async () => {
    const allowed = await apps.allow(ana, app)
    const answers = await Promise.all([apps.exchange(app, allowed), apps.exchange(app, allowed)])
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2)
  })

  test('expires after five minutes', async () => {
    const allowed = await apps.allow(ana, app)
    atTime(5 * 60 * 1000)
    await expectInvalidGrant(apps.exchange(app, allowed))
  })

  test.each([
    ['of an unknown app', 'invalid_client', { client_id: 'nobody' }],
    ['with another grant type', 'unsupported_grant_type', { grant_type: 'password' }],
  ])('%s is refused', async (_, error, more) => {
    const { client_id } = app.client
    const form = { grant_type: 'authorization_code', client_id, code: 'x', ...more }
    const answer = await server.request('POST', '/oauth/token', { form })
    expect(await apps.errorOf(answer)).toEqual([400, error])
  })
})

describe('the tokens', () => {
  test('expire after an hour and are renewed by the refresh token', async () => {
    const tokens = await apps.connectApp(ana, app)
    atTime(HOUR_MS)
    expect(await statusWith(tokens.access_token)).toBe(401)
    const renewed = await renew(tokens.refresh_token)
    expect(await statusWith(renewed.access_token)).toBe(200)
    expect(renewed.scope).toBe('links:read links:write')
  })

  test('end with their connection when a refresh token is used twice', async () => {
    const tokens = await apps.connectApp(ana, app)
    const renewed = await renew(tokens.refresh_token)
    await expectInvalidGrant(apps.refresh(app, tokens.refresh_token))
    expect(await statusWith(renewed.access_token)).toBe(401)
    await expectInvalidGrant(apps.refresh(app, renewed.refresh_token))
    expect(await apps.appsOf(ana)).toEqual([])
  })

  test('can be refreshed for 90 days after the last time, and only by their app', async () => {
    const tokens = await apps.connectApp(ana, app)
    const other = await apps.registerApp(server)
    await expectInvalidGrant(apps.refresh(other, tokens.refresh_token))
    await expectInvalidGrant(apps.refresh(app, tokens.access_token))
    atTime(90 * 24 * HOUR_MS)
    await expectInvalidGrant(apps.refresh(app, tokens.refresh_token))
  })

  test.each(['access_token', 'refresh_token'] as const)(
    'are revoked together by the %s',
    async (kind) => {
      const tokens = await apps.connectApp(ana, app)
      const revoke = (token: unknown) =>
        oauth.revocationRequest(app.as, app.client, oauth.None(), String(token), apps.INSECURE)
      await oauth.processRevocationResponse(await revoke(tokens[kind]))
      expect(await statusWith(tokens.access_token)).toBe(401)
      await expectInvalidGrant(apps.refresh(app, tokens.refresh_token))
      // A second revocation succeeds as well (RFC 7009, section 2.2).
      await oauth.processRevocationResponse(await revoke(tokens[kind]))
    },
  )

  test('are not revoked by another app', async () => {
    const tokens = await apps.connectApp(ana, app)
    const { client } = await apps.registerApp(server)
    await oauth.revocationRequest(app.as, client, oauth.None(), tokens.access_token, apps.INSECURE)
    expect(await statusWith(tokens.access_token)).toBe(200)
  })

  test.each([
    ['as it is', (token: string) => token],
    [
      'with encoded letters',
      (token: string) => `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`,
    ],
    // The prefix of each token contains a dash.
    ['with encoded dashes', (token: string) => token.replaceAll('-', '%2D')],
  ])('in an address end their connection: %s', async (_, encoded) => {
    const tokens = await apps.connectApp(ana, app)
    const path = `${DOMAINS}?access_token=${encoded(tokens.access_token)}`
    expect((await server.request('GET', path)).status).toBe(401)
    expect(await statusWith(tokens.access_token)).toBe(401)
  })

  test('for the MCP server are not valid for the API', async () => {
    const tokens = await apps.connectApp(ana, app, { resource: `${origin}/mcp` })
    expect(await statusWith(tokens.access_token)).toBe(401)
  })

  test('of an account that is being deleted are refused', async () => {
    const tokens = await apps.connectApp(ana, app)
    await askToLeave(ana)
    expect(await statusWith(tokens.access_token)).toBe(401)
  })

  test('reach only their own account', async () => {
    const tokens = await apps.connectApp(ana, app)
    const bens = await addLink(await signUp(server))
    expect(await statusWith(tokens.access_token, linkPath(bens))).toBe(404)
  })
})

describe('an app has the limits of an API key', () => {
  test('it may only make public calls with its permissions', async () => {
    const { access_token } = await apps.connectApp(ana, app, { scope: 'links:read' })
    const send = withKey(server, access_token)
    for (const { call, scope } of PUBLIC_CALLS) {
      const [method = '', pattern = ''] = call.split(' ')
      const path = pattern.replaceAll('{uuid}', crypto.randomUUID()).replaceAll(/\{\w+\}/g, '4711')
      const answer = await send(method, path, method === 'GET' ? undefined : {})
      const isNamed = (await answer.text()).includes(`This app needs the permission ${scope}.`)
      const isMissing = scope !== 'links:read'
      expect([call, answer.status === 403, isNamed]).toEqual([call, isMissing, isMissing])
    }
    for (const call of ['/v1/users/me', '/v2/my/api-keys', '/v2/my/sessions', apps.APPS])
      expect(await statusWith(access_token, call)).toBe(403)
  })

  test('unknown fields are refused, and calls are counted', async () => {
    const { access_token } = await apps.connectApp(ana, app)
    const answer = await withKey(server, access_token)('POST', LINKS, { url: 'x', title: 'y' })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('RateLimit')).toMatch(/^"calls";r=599/)
  })
})

describe('connected apps', () => {
  test('are listed once with their permissions and last use, and can be disconnected', async () => {
    const first = await apps.connectApp(ana, app, { scope: 'links:read' })
    const second = await apps.connectApp(ana, app, { scope: 'page:read' })
    await apps.allow(ana, app, { scope: 'earnings:read' })
    expect(await apps.appsOf(ana)).toEqual([
      {
        id: app.client.client_id,
        name: 'Sample Assistant',
        redirect_host: 'app.example',
        scopes: ['links:read', 'page:read'],
        connected_at: expect.any(String),
        last_used_at: null,
      },
    ])
    await statusWith(first.access_token)
    const [shown] = await apps.appsOf(ana)
    expect(Date.parse(shown?.last_used_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
    const path = `${apps.APPS}${app.client.client_id}/`
    const ben = await signUp(server)
    expect((await ben.send('DELETE', path)).status).toBe(404)
    expect((await ana.send('DELETE', path)).status).toBe(204)
    expect(await apps.appsOf(ana)).toEqual([])
    for (const { access_token } of [first, second]) expect(await statusWith(access_token)).toBe(401)
    expect((await ana.send('DELETE', path)).status).toBe(404)
  })

  test('of other people stay connected', async () => {
    const ben = await signUp(server)
    const mine = await apps.connectApp(ana, app)
    const his = await apps.connectApp(ben, app)
    await ana.send('DELETE', `${apps.APPS}${app.client.client_id}/`)
    expect(await statusWith(mine.access_token)).toBe(401)
    expect(await statusWith(his.access_token)).toBe(200)
  })
})
