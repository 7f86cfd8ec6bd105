import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverSettings } from '#api/people/settings.ts'
import { someSettings } from '#support/window/server-settings.ts'
import { catchWorker } from './early-worker.ts'
import { connectivityAtom, problemsAtom, startProblems } from '../problems/problems.ts'
import { startReporting } from '../problems/reporting.ts'
import { updateAtom } from './update.ts'
import { startWorker } from './worker.ts'

vi.mock('#api/people/settings.ts')
vi.mock('../problems/reporting.ts')
vi.mock('./update.ts', async (original) => ({
  ...(await original()),
  followUpdates: vi.fn<() => void>(),
}))

const settings = (server_key: string) =>
  someSettings({ push: { server_key, channel: 'production' } })

class FakeContainer extends EventTarget {
  controller = null
  startMessages = () => {}
  register = vi.fn<(url: string) => Promise<EventTarget>>(async () => new EventTarget())
}

let container: FakeContainer
const open = vi.fn<(path: string) => void>()
const start = () => startWorker(createStore(), { open })
const registered = () =>
  container.register.mock.calls.map(([url]) => new URL(url, 'http://app.example'))

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  localStorage.clear()
  open.mockReset()
  vi.mocked(startReporting).mockReset()
  container = new FakeContainer()
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  vi.mocked(serverSettings).mockReset().mockResolvedValue(settings('BKey_-'))
})
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'))

const postFromWorker = (data: unknown) =>
  container.dispatchEvent(new MessageEvent('message', { data }))
const waitForPaint = () => vi.advanceTimersByTimeAsync(5000)

test('early messages of the worker are delivered later, in order (R-605)', () => {
  const store = createStore()
  const stop = startProblems(store)
  catchWorker()
  postFromWorker({ type: 'offline' })
  postFromWorker({ type: 'open', path: '/profile' })
  expect(store.get(connectivityAtom)).toBe('online')
  startWorker(store, { open })
  expect(store.get(connectivityAtom)).toBe('offline')
  expect(open.mock.calls).toEqual([['/profile']])
  postFromWorker({ type: 'online' })
  expect(store.get(connectivityAtom)).toBe('online')
  stop()
})

test('the worker is registered with channel, app and the public key (R-593, D-77)', async () => {
  start()
  await waitForPaint()
  const [url] = registered()
  expect(url?.pathname).toBe('/sw.js')
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    channel: 'production',
    app: 'WebApp',
    server_key: 'BKey_-',
  })
})

test('nothing is requested before the first paint', () => {
  start()
  expect(serverSettings).not.toHaveBeenCalled()
})

test('without the key no worker is registered; a reconnect tries again (D-77)', async () => {
  vi.mocked(serverSettings).mockRejectedValueOnce(new Error('offline'))
  start()
  await waitForPaint()
  expect(registered()).toEqual([])
  window.dispatchEvent(new Event('online'))
  await waitForPaint()
  expect(registered()).toHaveLength(1)
})

test('the key is stored for 24 hours, and longer while the server is unreachable (D-76)', async () => {
  start()
  await waitForPaint()
  start()
  await waitForPaint()
  expect(serverSettings).toHaveBeenCalledOnce()
  vi.setSystemTime(Date.now() + 25 * 60 * 60 * 1000)
  vi.mocked(serverSettings).mockRejectedValueOnce(new Error('offline'))
  start()
  await waitForPaint()
  expect(serverSettings).toHaveBeenCalledTimes(2)
  expect(new Set(registered().map(String)).size).toBe(1)
})

test('the app works without workers (D-71, offline 31)', async () => {
  container.register.mockRejectedValue(new Error('SecurityError'))
  start()
  await waitForPaint()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  start()
  await waitForPaint()
  expect(startReporting).toHaveBeenCalledTimes(2)
})

test('messages of the worker reach the dialogs and the router (R-605, R-606)', () => {
  const store = createStore()
  const stop = startProblems(store)
  startWorker(store, { open })
  postFromWorker({ type: 'offline' })
  expect(store.get(connectivityAtom)).toBe('offline')
  postFromWorker({ type: 'online' })
  expect(store.get(connectivityAtom)).toBe('online')
  postFromWorker({ type: 'unavailable', retry_after: 120, detail: null })
  expect(store.get(problemsAtom).critical).toMatchObject({ status: 503, retry: { seconds: 120 } })
  postFromWorker({ type: 'open', path: '/splitlinks' })
  postFromWorker({ type: 'open', path: '//evil.example' })
  postFromWorker({ type: 'from-a-later-version' })
  postFromWorker('noise')
  expect(open.mock.calls).toEqual([['/splitlinks']])
  stop()
})

class FakeRegistration extends EventTarget {
  active: object | null = null
  waiting: object | null = null
  installing: EventTarget | null = null

  /** Simulates a new version that loads its files and then waits. */
  comes() {
    this.installing = new EventTarget()
    const version = this.installing
    this.dispatchEvent(new Event('updatefound'))
    this.waiting = version
    version.dispatchEvent(new Event('statechange'))
  }
}

test('every waiting version is offered, also after an earlier one was ignored (R-612)', async () => {
  const registration = new FakeRegistration()
  container.register.mockResolvedValue(registration)
  const store = createStore()
  startWorker(store, { open })
  await waitForPaint()
  registration.comes()
  expect(store.get(updateAtom)).toBe('none')
  registration.active = {}
  for (let i = 0; i < 4; i += 1) {
    store.set(updateAtom, 'none')
    registration.comes()
    expect(store.get(updateAtom)).toBe('ready')
  }
})
