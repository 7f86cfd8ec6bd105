import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashSecret } from '../../../../server/people/accounts/one-time-keys.ts'
import { signIn } from '#support/server/people.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { expectParts } from '#support/expect-parts.ts'

/** Routes below /v1 and /v2 that do not need a session. All others do. */
const PUBLIC = new Set([
  'POST /v1/connect/token',
  'POST /v1/logout/late',
  'POST /v1/send-set-password-link',
  'GET /v1/settings',
  'GET /v1/static_page/definitions',
  'GET /v2/my/public/faq',
  'GET /v2/public/faq',
  'GET /v2/accounts/connect_with_instagram/callback',
  'GET /v2/accounts/connect_with_facebook/callback',
])

const { server, ana } = await startWithCreator()
const left = await signIn(server, ana)
await left.send('POST', '/v1/logout')
const revoked = left.token
const expired = (await signIn(server, ana)).token
await server.deps.sql`
  update sessions set expires_at = ${new Date()} where token_hash = ${hashSecret(expired)}`

type Route = { method: string; path: string }

/** Returns the routes of the running server, so that routes added later are tested too. */
const privateRoutes = (): Route[] => {
  const all = server.app.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/v[12]\//.test(path))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !PUBLIC.has(route))
  return [...new Set(all)].map((route) => {
    const [method = '', path = ''] = route.split(' ')
    return { method, path: path.replace(/:\w+(\{[^}]*\})?/g, randomUUID()) }
  })
}

type Options = { token?: string; headers?: Record<string, string> }

const call = ({ method, path }: Route, options: Options) =>
  server.request(method, path, { ...options, ...(method !== 'GET' && { body: {} }) })

/** Returns every route that answers anything but an empty 401. */
async function notShut(options: Options): Promise<object[]> {
  const answers = privateRoutes().map(async (route) => {
    const answer = await call(route, options)
    return { ...route, status: answer.status, body: await answer.text() }
  })
  return (await Promise.all(answers)).filter(({ status, body }) => status !== 401 || body !== '{}')
}

describe('each private route', () => {
  test('is listed', () => {
    const routes = privateRoutes().map(({ method, path }) => `${method} ${path}`)
    expect(routes.length).toBeGreaterThan(10)
    expectParts(routes, 'GET /v1/users/me', 'POST /v2/my/links')
  })

  test.each<[string, () => Options]>([
    ['no token', () => ({})],
    ['a token nobody has', () => ({ token: 'x'.repeat(43) })],
    ['an empty token', () => ({ token: '' })],
    ['a revoked token', () => ({ token: revoked })],
    ['an expired token', () => ({ token: expired })],
    ['a cookie alone', () => ({ headers: { cookie: `token=${ana.token}` } })],
  ])('answers an empty 401 to %s (R-094)', async (_, options) => {
    expect(await notShut(options())).toEqual([])
  })

  test('rejects a body that is not JSON, not an object or nested too deeply', async () => {
    const bodies = ['{', '[]', '"x"', 'null', '\0', `${'['.repeat(10_000)}${']'.repeat(10_000)}`]
    for (const route of privateRoutes().filter(({ method }) => method !== 'GET')) {
      if (route.path === '/v1/logout') continue
      for (const body of bodies) {
        const answer = await server.app.request(route.path, {
          method: route.method,
          headers: { 'X-API-TOKEN': ana.token, 'Content-Type': 'application/json' },
          body,
        })
        const expected = { ...route, body, status: true }
        expect({ ...route, body, status: answer.status < 500 }).toEqual(expected)
      }
    }
  })

  test('answers 413 to a body beyond its limit', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(1024 * 1024) })
    for (const route of privateRoutes().filter(({ method }) => method !== 'GET')) {
      // File uploads have a different limit and their own tests.
      if (/^\/v1\/uploader\/|\/(links\/import|networks\/reports)$/.test(route.path)) continue
      const headers = { 'X-API-TOKEN': ana.token, 'Idempotency-Key': randomUUID() }
      const answer = await server.app.request(route.path, { method: route.method, headers, body })
      expect({ ...route, status: answer.status }).toEqual({ ...route, status: 413 })
    }
  })
})

/** Returns every route whose answer may be cached. */
async function caching(options: Options): Promise<object[]> {
  const kept: object[] = []
  for (const route of privateRoutes()) {
    // Logging out would end the session used for the other routes.
    if (route.path === '/v1/logout') continue
    const { status, headers } = await call(route, options)
    const said = headers.get('cache-control')
    if (said !== 'private, no-store') kept.push({ ...route, status, said })
  }
  return kept
}

describe('responses to signed-in users are not cacheable', () => {
  test('in successful, refused and not-found responses', async () => {
    expect(await caching({ token: ana.token })).toEqual([])
    expect(
      await caching({ token: ana.token, headers: { 'Idempotency-Key': randomUUID() } }),
    ).toEqual([])
  })

  test('in a response without a session', async () => {
    expect(await caching({})).toEqual([])
  })

  test('in responses about links, deleted links and repeated requests', async () => {
    const url = 'http://127.0.0.1:9/lamp'
    const key = { 'Idempotency-Key': 'kept-1' }
    const answers = [
      await ana.send('POST', '/v2/my/links/', { url }, key),
      await ana.send('POST', '/v2/my/links/', { url }, key),
      await ana.send('POST', '/v2/my/links/search/', {}),
      await ana.send('DELETE', '/v1/activity/unreads'),
      await (await signIn(server, ana)).send('POST', '/v1/logout'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 204, 204])
    for (const { headers } of answers)
      expect(headers.get('cache-control')).toBe('private, no-store')
  })
})

test('a path that does not exist is an empty 404, signed in or not', async () => {
  for (const token of [undefined, ana.token]) {
    const answer = await server.request('GET', '/v1/nothing/here', token ? { token } : {})
    expect([answer.status, await answer.text()]).toEqual([404, '{}'])
  }
})
