import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetStoredSession, storeSession } from '#http/session-store.ts'
import { linkPath } from '#contract/activity.ts'
import type { PushPayload } from '#contract/people/devices.ts'
import { startWorker } from './support/fake-worker.ts'

const SESSION = { token: 'secret-token', jwt: null, fingerprint: 'f', uuid: null }

beforeEach(() => storeSession(SESSION))
afterEach(async () => {
  vi.useRealTimers()
  await forgetStoredSession()
})

const HATS = linkPath('11111111-1111-4111-8111-111111111111')
const payload = (more: Partial<PushPayload> = {}): PushPayload => ({
  id: 7,
  title: 'Hats',
  text: 'Reached 100 clicks.',
  url: HATS,
  group: 'clicks',
  tag: 'clicks-of-hats',
  unread: 3,
  ...more,
})

const data = (value: unknown) => ({ json: () => value })
const badges = () => {
  const set = vi.fn<(unread: number) => Promise<void>>(async () => {})
  const clear = vi.fn<() => Promise<void>>(async () => {})
  vi.stubGlobal('navigator', { userAgent: 'Chrome/140', setAppBadge: set, clearAppBadge: clear })
  return { set, clear }
}

test('a push message is shown, sent to open pages and counted on the badge (R-611, R-475)', async () => {
  const { set } = badges()
  const worker = await startWorker(['push'])
  await worker.dispatch('push', { data: data(payload()) })
  expect(worker.shown).toMatchObject([
    {
      title: 'Hats',
      body: 'Reached 100 clicks.',
      tag: 'clicks-of-hats',
      data: { id: 7, url: HATS },
    },
  ])
  expect(worker.posted).toEqual([{ type: 'activity', group: 'clicks', unread: 3 }])
  expect(set).toHaveBeenCalledWith(3)
})

test.each([
  ['nothing', null],
  ['text that is no JSON', { json: () => JSON.parse('<html>') as unknown }],
  ['something else', data({ hello: 1 })],
  ['an address elsewhere', data(payload({ url: 'https://evil.example/' }))],
  ['an address that only looks like ours', data(payload({ url: '//evil.example/' }))],
])('%s is shown anyway (offline 15)', async (_what, sent) => {
  const worker = await startWorker(['push'])
  await worker.dispatch('push', { data: sent })
  expect(worker.shown).toMatchObject([{ title: 'Split', body: 'You have news.', data: null }])
})

test('the same message twice is one notification (offline 18)', async () => {
  const worker = await startWorker(['push'])
  await worker.dispatch('push', { data: data(payload()) })
  await worker.dispatch('push', { data: data(payload()) })
  await worker.dispatch('push', { data: data(payload({ id: 8, tag: 'other' })) })
  expect(worker.shown.map(({ tag }) => tag)).toEqual(['clicks-of-hats', 'other'])
})

test('a message is shown even if the database, the server and the pages hang (offline 15)', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  vi.doMock('#http/session-store.ts', () => ({ readStoredSession: () => new Promise(() => {}) }))
  const worker = await startWorker(['push'])
  void worker.dispatch('push', { data: data(payload()) })
  await vi.advanceTimersByTimeAsync(3000)
  expect(worker.shown).toMatchObject([{ title: 'Hats' }])
  vi.doUnmock('#http/session-store.ts')
})

test('it works without the Badging API (offline 31)', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Firefox/140' })
  const worker = await startWorker(['push'])
  await worker.dispatch('push', { data: data(payload()) })
  expect(worker.shown).toHaveLength(1)
})

test('after a sign-out the notification does not reveal its content', async () => {
  await forgetStoredSession()
  const worker = await startWorker(['push'])
  await worker.dispatch('push', { data: data(payload()) })
  expect(worker.shown).toMatchObject([{ title: 'Split', body: 'Sign in to see your news.' }])
  expect(worker.posted).toEqual([])
})

const page = (url: string, focused = false) => ({
  url,
  focused,
  focus: vi.fn<() => Promise<void>>(async () => {}),
  postMessage: vi.fn<(message: unknown) => void>(),
})

const clickOn = (data: unknown) => {
  const close = vi.fn<() => void>()
  return { close, event: { notification: { close, data } } }
}

/** Records the requests that the worker sends to the server. */
const calls = () => {
  const made: { method: string; url: string; token: string | null }[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const token = request.headers.get('X-API-TOKEN')
    made.push({ method: request.method, url: request.url.replace(location.origin, ''), token })
    return new Response(null, { status: 204 })
  })
  return made
}

test('a chat message opens its conversation and does not count as a notification', async () => {
  const made = calls()
  const worker = await startWorker(['push'])
  const url = '/partners/chat/0000000c-0000-4000-8000-000000000001'
  const message = payload({ id: 0, title: 'Sample Kitchen', group: 'chat', url })
  await worker.dispatch('push', { data: data(message) })
  expect(worker.shown).toMatchObject([{ title: 'Sample Kitchen', data: { id: 0, url } }])
  const open = page(`${location.origin}/`)
  worker.windows.splice(0, 1, open)
  await worker.dispatch('notificationclick', clickOn({ id: 0, url }).event)
  expect(open.postMessage.mock.calls).toEqual([[{ type: 'open', path: url }]])
  // If no window is open, the worker opens a new one.
  worker.windows.splice(0)
  await worker.dispatch('notificationclick', clickOn({ id: 0, url }).event)
  expect(worker.opened).toEqual([url])
  expect(made).toEqual([])
})

test('a click navigates the open window instead of opening another one (R-611, offline 18)', async () => {
  const made = calls()
  const worker = await startWorker(['push'])
  const [login, one, other] = [
    page(`${location.origin}/multi-connect/login`, true),
    page(`${location.origin}/more`),
    page(`${location.origin}/`),
  ]
  worker.windows.splice(0, 1, login, one, other)
  const { close, event } = clickOn({ id: 7, url: HATS })
  await worker.dispatch('notificationclick', event)
  expect(close).toHaveBeenCalledOnce()
  expect(one.focus).toHaveBeenCalledOnce()
  expect(one.postMessage.mock.calls[0]).toEqual([{ type: 'open', path: HATS }])
  expect(other.focus).not.toHaveBeenCalled()
  expect(worker.opened).toEqual([])
  expect(made).toEqual([
    { method: 'DELETE', url: '/v1/activity/unreads?id=7', token: 'secret-token' },
  ])
})

test('without an open window a click opens one, even if the server does not answer', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const worker = await startWorker(['push'])
  worker.windows.length = 0
  await worker.dispatch('notificationclick', clickOn({ id: 7, url: HATS }).event)
  expect(worker.opened).toEqual([HATS])
})

test.each([[null], [{ id: 7 }], [{ id: 7, url: 'https://evil.example' }]])(
  'a notification without a usable target opens the app: %j',
  async (said) => {
    const worker = await startWorker(['push'])
    worker.windows.length = 0
    await worker.dispatch('notificationclick', clickOn(said).event)
    expect(worker.opened).toEqual(['/'])
  },
)

test('a sign-out closes notifications and clears the badge (R-107, offline 13)', async () => {
  const { clear } = badges()
  const worker = await startWorker(['push', 'messages'])
  await worker.dispatch('push', { data: data(payload()) })
  await worker.dispatch('message', { data: { type: 'forget' } })
  expect(worker.shown).toEqual([])
  expect(clear).toHaveBeenCalledOnce()
})

test('a notification contains no token (offline 14)', async () => {
  const worker = await startWorker(['push'])
  await worker.dispatch('push', { data: data(payload()) })
  expect(JSON.stringify(worker.shown)).not.toContain('secret-token')
})
