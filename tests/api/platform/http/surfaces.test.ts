import { afterAll, expect, test } from 'vitest'
import { isServerSurface, SERVER_SURFACES } from '#contract/surfaces.ts'
import { INDEX_HTML, makeBuiltApp } from '#support/server/processes/built-app.ts'
import { startTestServer } from '#support/server/test-app.ts'

const built = makeBuiltApp()

const server = await startTestServer({ listen: true, distDir: built.distDir })
afterAll(async () => {
  built.remove()
})

test.each(['/', '/links', '/links/', '/links/hidden?q=a', '/no/such/screen', '/settings/account/'])(
  'the address %s of a screen answers with the app (R-616)',
  async (path) => {
    const response = await server.request('GET', path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toBe(INDEX_HTML)
  },
)

// `/multi-connect` itself is no page. Its pages are tested with the sign-in.
test.each(SERVER_SURFACES.filter((name) => name !== 'multi-connect'))(
  'nothing below /%s is ever answered with the app (D-78)',
  async (name) => {
    expect(isServerSurface(`/${name}`)).toBe(true)
    for (const path of [`/${name}`, `/${name}/`, `/${name}/no-such-thing`]) {
      const response = await server.request('GET', path)
      expect(await response.text()).not.toBe(INDEX_HTML)
    }
  },
)

const UNKNOWN = ['/v1', '/v2/', '/v1/nothing', '/v1/nothing/here/', '/v2/my/nothing', '/v2/my/']
test.each(UNKNOWN)('the unknown API path %s is a 404 with an empty object', async (path) => {
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
    const response = await server.request(method, path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({})
  }
})

test('a final slash makes no difference and is never redirected', async () => {
  const paths = ['/healthz', '/v2/my/links/domains', '/v1/users/me/links/domains', '/links']
  // Sent from another address, because /healthz tells local clients the free disk space, which
  // changes.
  const headers = { 'X-Forwarded-For': '192.0.2.7' }
  for (const path of paths) {
    const plain = await server.request('GET', path, { headers })
    const slashed = await server.request('GET', `${path}/`, { headers })
    expect(plain.status).toBe(slashed.status)
    expect(plain.status).not.toBe(404)
    expect(plain.redirected || slashed.redirected).toBe(false)
    expect(await plain.text()).toBe(await slashed.text())
  }
})

test('a screen rejects POST', async () => {
  expect((await server.request('POST', '/links', { body: {} })).status).toBe(404)
})

test('an unknown short code is answered by the redirector, not by the app', async () => {
  const response = await server.request('GET', '/s/no-such-code')
  expect(response.status).toBe(404)
  expect(response.headers.get('cache-control')).toContain('no-store')
})

test('HEAD answers like GET, without the body', async () => {
  for (const path of ['/', '/assets/app-Ab12Cd34.js', '/healthz', '/v1/nothing']) {
    const get = await server.request('GET', path)
    const head = await server.request('HEAD', path)
    expect(head.status).toBe(get.status)
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    expect(await head.text()).toBe('')
  }
})

test('only the app host may call the API from another origin', async () => {
  const { appOrigin } = server.deps.config
  const preflight = (origin: string) =>
    server.request('OPTIONS', '/v2/my/links/', {
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    })
  const own = await preflight(appOrigin)
  expect(own.status).toBe(204)
  expect(own.headers.get('access-control-allow-origin')).toBe(appOrigin)
  // Credentials are allowed because a sign-in depends on the browser's cookie, also if the API is
  // on another host.
  expect(own.headers.get('access-control-allow-credentials')).toBe('true')
  expect(own.headers.get('access-control-allow-headers')).toMatch(/X-API-TOKEN/i)
  const foreign = await preflight('https://elsewhere.example')
  expect(foreign.headers.get('access-control-allow-origin')).not.toBe('https://elsewhere.example')
  expect(foreign.headers.get('access-control-allow-origin')).not.toBe('*')
  const answer = await server.request('GET', '/v1/nothing', { headers: { Origin: appOrigin } })
  const exposed = answer.headers.get('access-control-expose-headers')
  expect(exposed).toBe('Retry-After,Idempotency-Replayed,X-Request-Id')
})

test('browser extensions may call the API from their own origin, without cookies', async () => {
  const origins = ['chrome-extension://abcdefgh', 'moz-extension://0e6f3c1a-5f0e-4c59-9f6b']
  for (const origin of origins) {
    const preflight = await server.request('OPTIONS', '/v2/my/links/', {
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization/i)
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    const refused = await server.request('GET', '/v2/my/shops/', { headers: { Origin: origin } })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
      401,
      origin,
    ])
  }
  const other = await server.request('OPTIONS', '/v2/my/links/', {
    headers: {
      Origin: 'https://chrome-extension.example',
      'Access-Control-Request-Method': 'POST',
    },
  })
  expect(other.headers.get('access-control-allow-origin')).toBeNull()
})
