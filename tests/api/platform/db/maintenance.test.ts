import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  FORGOT,
  redirectTarget,
  LOGIN,
  open,
  SET_PASSWORD,
  SIGN_UP,
} from '#support/server/hosts/login-pages.ts'
import { runProcess, startReadyProcess, type Process } from '#support/server/processes/process.ts'
import { createTestServer } from '#support/server/test-app.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'

const { server, ana } = await startWithCreator({ listen: true })
afterEach(() => server.deps.maintenance.set(null))

const domains = () => ana.send('GET', '/v2/my/links/domains/')

describe('the command line with a running server', () => {
  const DATA_DIR = folderForThisFile()
  let running: Process
  const operator = (...args: string[]) =>
    runProcess({ script: 'operator.js', args, env: { DATA_DIR } })
  const api = () => fetch(`${running.origin}/v1/nothing`)

  beforeAll(async () => {
    running = await startReadyProcess({ env: { DATA_DIR } })
  })
  afterAll(async () => {
    await running.end()
  })

  test('seconds: 503 with the seconds in body and header until maintenance is switched off (A-163)', async () => {
    const on = await operator('maintenance', 'on', '--retry-after', '120', '--detail', 'Back soon')
    expect(on).toMatchObject({ code: 0, err: '' })
    expect(on.out).toBe('Maintenance is on, for 120 seconds. It stays on until you turn it off.\n')
    await vi.waitFor(async () => expect((await api()).status).toBe(503))

    const response = await api()
    expect(response.headers.get('retry-after')).toBe('120')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ retry_after: 120, detail: 'Back soon' })
    expect((await fetch(`${running.origin}/v2/my/links/`, { method: 'POST' })).status).toBe(503)

    expect(await operator('maintenance', 'off')).toMatchObject({ code: 0, err: '' })
    await vi.waitFor(async () => expect((await api()).status).toBe(404))
  })

  test('a date: the date in body and header, and a detail only if one was given', async () => {
    await operator('maintenance', 'on', '--retry-after', '2131-01-01T10:00:00Z')
    await vi.waitFor(async () => expect((await api()).status).toBe(503))
    const response = await api()
    expect(response.headers.get('retry-after')).toBe('2131-01-01T10:00:00Z')
    expect(await response.json()).toEqual({ retry_after: '2131-01-01T10:00:00Z' })
    await operator('maintenance', 'off')
    await vi.waitFor(async () => expect((await api()).status).toBe(404))
  })

  test('help lists the commands', async () => {
    const { code, out } = await operator('help')
    expect([code, out.includes('maintenance on')]).toEqual([0, true])
  })

  test.each([
    [['maintenance'], /^Usage:/],
    [['maintenance', 'on', '--retry-after', '-5'], /^.*\nUsage:/],
    [['maintenance', 'on', '--retry-after', 'soon'], /^--retry-after must be a number of seconds/],
    [
      ['maintenance', 'on', '--retry-after', '2001-01-01'],
      /^--retry-after must be .* a future date/,
    ],
    [['maintenance', 'on', '--later', '5'], /Usage:/],
  ])('%j changes nothing and explains the error', async (args, message) => {
    const { code, err } = await operator(...args)
    expect(code).toBe(1)
    expect(err).toMatch(message)
    expect((await api()).status).toBe(404)
  })

  test('it works without a running server and applies at the next start', async () => {
    await running.end()
    expect(await operator('maintenance', 'on')).toMatchObject({ code: 0, err: '' })
    running = await startReadyProcess({ env: { DATA_DIR } })
    expect((await api()).status).toBe(503)
    await operator('maintenance', 'off')
  })
})

test('without a time: an empty object and no header, so that the app uses its own delay', async () => {
  await server.deps.maintenance.set({ retry_after: null, detail: null })
  const response = await domains()
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBeNull()
  expect(await response.json()).toEqual({})
})

test('links, health checks and the app keep working', async () => {
  const created = await ana.send('POST', '/v2/my/links/', { url: 'https://shop.example/a' })
  const { result } = (await created.json()) as { result: { short_code: string } }
  await server.deps.maintenance.set({ retry_after: 60, detail: null })

  const redirect = await server.request('GET', `/s/${result.short_code}`)
  expect(redirect.status).toBe(302)
  expect(redirect.headers.get('location')).toContain('shop.example')
  expect((await server.request('GET', '/healthz')).status).toBe(200)
  expect((await server.request('GET', '/links')).status).not.toBe(503)
})

test('all running and new processes enter maintenance mode', async () => {
  const other = await createTestServer({ sharedServer: server })
  await server.deps.maintenance.set({ retry_after: 60, detail: null })
  await vi.waitFor(async () => expect((await other.request('GET', '/v1/x')).status).toBe(503))
  await other.stop()

  const late = await createTestServer({ sharedServer: server })
  expect((await late.request('GET', '/v1/x')).status).toBe(503)
  await late.stop()
})

const pause = (retry_after: number | string | null, detail: string | null = null) =>
  server.deps.maintenance.set({ retry_after, detail })

const address = () =>
  `${LOGIN}?success=${encodeURIComponent(`${server.deps.config.appOrigin}/rank?a=1`)}&ref=mia`

describe('the pages of the login host', () => {
  const PAGES = [LOGIN, SIGN_UP, FORGOT, `${SET_PASSWORD}?key=x`]
  test.each(PAGES)('%s shows the maintenance page', async (path) => {
    await pause(600, 'We move to a larger <house>.')
    const page = await open(server, path)
    expect(page.status).toBe(503)
    expect(page.headers.get('retry-after')).toBe('600')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.html).toContain('We move to a larger &lt;house&gt;.')
    expect(page.html).toMatch(/<time datetime="[\d-]+T[\d:.]+Z" data-local[^>]*>\w+ \d+, .* UTC</)
    expect(page.html).not.toContain('type="password"')
    const style = /href="(\/multi-connect\/assets\/[^"]+)"/.exec(page.html)?.[1] ?? ''
    expect((await server.request('GET', style)).status).toBe(200)
  })

  test('shows the end time, or without a time the text of the app', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await pause(until)
    const dated = await open(server, LOGIN)
    expect(Number(dated.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect(dated.html).toContain('Service is in maintenance mode. We will be back at: ')
    expect(dated.html).toContain(`datetime="${until}"`)
    await pause(null)
    const plain = await open(server, LOGIN)
    expect(plain.headers.get('retry-after')).toBe('60')
    expect(plain.html).toContain('Service is temporarily unavailable, please try again later.')
  })

  test('keeps the typed values except the password, and continues to the requested page', async () => {
    const page = await open(server, address())
    await pause(600)
    const held = await page.submit({ email: ana.email, password: ana.password })
    expect(held.status).toBe(503)
    expect(held.html).not.toContain(ana.password)
    const still = await held.submit({})
    expect(still.status).toBe(503)
    await server.deps.maintenance.set(null)
    const again = await still.submit({})
    expect(again.status).toBe(200)
    expect(again.html).toContain(`value="${ana.email}"`)
    const done = redirectTarget(await again.submit({ email: ana.email, password: ana.password }))
    expect(done.pathname + done.search).toMatch(/^\/rank\?a=1&auth_token=[\w-]+&ref=mia$/)
  })

  test('a visitor gets the requested page after the maintenance', async () => {
    await pause(600)
    const page = await open(server, address())
    expect(page.html).not.toContain('type="password"')
    await server.deps.maintenance.set(null)
    const again = await page.submit({})
    expect(again.html).toContain('type="password"')
    const done = redirectTarget(await again.submit({ email: ana.email, password: ana.password }))
    expect(done.pathname).toBe('/rank')
  })
})
