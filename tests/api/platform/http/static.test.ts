import { afterAll, expect, test } from 'vitest'
import {
  hashOf,
  INDEX_HTML,
  makeBuiltApp,
  SCRIPT,
  STYLES,
  THEME_SNIPPET,
} from '#support/server/processes/built-app.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { statusAndBody } from '#support/server/asking.ts'

const built = makeBuiltApp()

const server = await startTestServer({ distDir: built.distDir })
afterAll(async () => {
  built.remove()
})

const get = (path: string, headers: Record<string, string> = {}) =>
  server.request('GET', path, { headers })

test.each([
  ['/', 'text/html; charset=utf-8'],
  ['/index.html', 'text/html; charset=utf-8'],
  ['/sw.js?channel=production&app=WebApp&server_key=k', 'text/javascript; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json'],
])('%s is revalidated each time (A-160)', async (path, type) => {
  const response = await get(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(type)
  expect(response.headers.get('cache-control')).toBe('no-cache')

  const again = await get(path, { 'If-None-Match': response.headers.get('etag') ?? '' })
  expect(await statusAndBody(again)).toEqual([304, ''])
})

test('a file with a hash in its name is kept for a year', async () => {
  const response = await get('/assets/app-Ab12Cd34.js')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await response.text()).toBe(SCRIPT)
})

test('a missing file of an older build is an uncached 404, not the app', async () => {
  for (const path of ['/assets/old-12345678.js', '/assets/', '/no-such-file.js', '/favicon.ico']) {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-type')).not.toContain('html')
    expect(await response.text()).not.toContain('<')
  }
})

test('the compressed file is sent to clients that accept it, with Vary', async () => {
  const packed = await get('/assets/app-Ab12Cd34.js', { 'Accept-Encoding': 'br, gzip' })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(packed.headers.get('vary')).toBe('Accept-Encoding')
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(SCRIPT.length)

  const plain = await get('/assets/app-Ab12Cd34.js', { 'Accept-Encoding': 'gzip;q=0, identity' })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(plain.headers.get('vary')).toBe('Accept-Encoding')
  expect(plain.headers.get('etag')).not.toBe(packed.headers.get('etag'))
  expect(await plain.text()).toBe(SCRIPT)
})

test.each([
  '/../package.json',
  '/..%2f..%2fpackage.json',
  '/assets/..%2f..%2f..%2fetc/passwd',
  '/assets/%2e%2e/%2e%2e/secrets.json',
  '/%',
])('%s reaches no file outside the build', async (path) => {
  const text = await (await get(path)).text()
  expect([INDEX_HTML, 'Not found']).toContain(text)
})

test("the page's policy allows only its own files, inline script and styles", async () => {
  const response = await get('/')
  expect(await response.text()).toContain(THEME_SNIPPET)
  const policy = response.headers.get('content-security-policy') ?? ''
  const directives = new Map(
    policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]),
  )
  expect(directives.get('script-src')).toBe(`'self' 'sha256-${hashOf(THEME_SNIPPET)}'`)
  expect(directives.get('default-src')).toBe("'self'")
  expect(directives.get('style-src')).toBe(`'self' 'sha256-${hashOf(STYLES)}'`)
  expect(directives.get('img-src')).toBe("'self' data: blob:")
  expect(directives.get('connect-src')).toBe("'self'")
  expect(directives.get('object-src')).toBe("'none'")
  expect(directives.get('base-uri')).toBe("'none'")
  expect(directives.get('frame-ancestors')).toBe("'none'")
  expect(policy).not.toContain('unsafe')
})

const PATHS = ['/', '/v1/nothing', '/assets/none.js', '/healthz', '/sw.js']
test.each(PATHS)('the answer of %s carries the security headers', async (path) => {
  const { headers } = await get(path)
  expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('permissions-policy')).toContain('geolocation=()')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('strict-transport-security')).toBeNull()
})

test('on https HSTS is set, and error reports go to the configured host', async () => {
  const secure = await createTestServer({
    appOrigin: 'https://app.example',
    sentryDsn: 'https://key@sentry.example/1',
    sharedServer: server,
  })
  const { headers } = await secure.request('GET', '/')
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/)
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("connect-src 'self' https://sentry.example;")
  expect(policy).toContain("form-action 'self' https://app.example;")
  await secure.stop()
})

test('without a build the API works and the app is a 404', async () => {
  const bare = await createTestServer({ distDir: '/nonexistent', sharedServer: server })
  expect((await bare.request('GET', '/')).status).toBe(404)
  expect((await bare.request('GET', '/healthz')).status).toBe(200)
  await bare.stop()
})
