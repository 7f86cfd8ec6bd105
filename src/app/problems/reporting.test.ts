import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#http/error.ts'

const target = { dsn: 'http://key@localhost:8080/sentry/1', tunnel: '/sentry/api/1/envelope/' }
const sent: { url: string; body: string }[] = []
let status = 200

beforeEach(() => {
  vi.resetModules()
  sent.length = 0
  status = 200
  // Without this the SDK looks for the browser's own fetch in an iframe.
  const native = { toString: () => 'function fetch() { [native code] }' }
  vi.stubGlobal('fetch', Object.assign(take, native))
})
afterEach(async () => {
  await (await import('@sentry/browser')).close()
})

async function take(url: unknown, { body }: RequestInit = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array)
  sent.push({ url: String(url), body: text })
  return new Response('{}', { status })
}

const reporting = () => import('./reporting.ts')

test('without a configured target nothing is loaded or sent (R-577, D-68)', async () => {
  const { report, startReporting } = await reporting()
  startReporting(null)
  expect(await report(new ApiError(500))).toBeNull()
  expect(sent).toEqual([])
})

test('an unhandled failure is reported once, with the accepted id (R-133, R-576)', async () => {
  const { report, startReporting } = await reporting()
  startReporting(target)
  const error = new ApiError(500)
  const id = await report(error)
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.url).toContain('/sentry/api/1/envelope/')
  expect(sent[0]?.body).toContain(id)
})

/** Simulates a failure that the HTTP client announces, because its caller does not show it. */
async function announced(status: number, data?: unknown) {
  const { startReporting } = await reporting()
  startReporting(target)
  const { startProblems } = await import('./problems.ts')
  const { announceFailure: announce } = await import('#http/call-listeners.ts')
  const { ApiError } = await import('#http/error.ts')
  const stop = startProblems(createStore())
  announce(new ApiError(status, { data }))
  return stop
}

test.each([400, 403, 409, 413, 422, 429, 500])(
  'an unhandled %i is reported once (R-133)',
  async (status) => {
    const stop = await announced(status)
    await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 10_000 })
    expect(sent[0]?.body).toContain(`Request failed (${status})`)
    stop()
  },
)

test.each([
  [401, undefined],
  [404, undefined],
  [400, { errors: { name: ['This field is required.'] } }],
  [409, { errors: {}, conflict: { fields: ['name'], latest: {} } }],
])('%i with %j is handled: none is reported (R-133)', async (status, data) => {
  const stop = await announced(status, data)
  // The next report is sent, so there was time to send the previous one.
  const { report } = await reporting()
  expect(await report(new Error('marker'))).not.toBeNull()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toContain('marker')
  stop()
})

test('a refused report has no id (D-68)', async () => {
  status = 413
  const { report, startReporting } = await reporting()
  startReporting(target)
  expect(await report(new ApiError(500))).toBeNull()
  expect(sent).toHaveLength(1)
})

test('a report has no address, cookie, header or token (D-68)', async () => {
  document.cookie = 'token=secret-cookie; Path=/'
  window.history.replaceState(null, '', '/?auth_token=secret-token')
  const { report, startReporting } = await reporting()
  startReporting(target)
  await report(new ApiError(502, { data: { email: 'ana@example.com' } }))
  const text = sent.map(({ body }) => body).join('')
  expect(text).toContain('Request failed (502)')
  for (const secret of ['secret-cookie', 'secret-token', 'ana@example.com', '"user"', '"request"'])
    expect(text).not.toContain(secret)
})
