import { act, fireEvent, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#http/error.ts'
import { announceFailure } from '#http/call-listeners.ts'
import { http } from '#http/client.ts'
import { probeServer, probe } from '#http/probe.ts'
import type { MirrorHealth } from '#mirror/store/storage-health.ts'
import type { ListState } from '#live/read/use-mirror.ts'
import { Screen } from '../shell/screen.tsx'
import type { Freshness } from './freshness.ts'
import { deferred } from '#support/window/links-server.ts'
import { StatusBanner } from './status-banner.tsx'
import { startProblems } from '../problems/problems.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = new Date(2026, 4, 12, 9, 41).getTime()

const refresh = vi.fn<() => Promise<void>>()
let list: ListState
let health: MirrorHealth

vi.mock('#http/probe.ts')
vi.mock('#live/read/use-mirror.ts', () => ({
  useListState: () => list,
  useMirrorHealth: () => health,
}))

const store = createStore()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  refresh.mockResolvedValue()
  health = 'ok'
  list = { syncedAt: NOW - 2 * MINUTE, error: null, failedAt: null, refreshing: false, refresh }
  stop = startProblems(store)
})
afterEach(async () => {
  await browser('online')
  stop()
  vi.useRealTimers()
  vi.clearAllMocks()
})

const browser = (event: 'online' | 'offline') =>
  act(async () => window.dispatchEvent(new Event(event)))
const at = (freshness: Freshness) => (
  <Provider store={store}>
    <Screen title="Somewhere" freshness={freshness}>
      Its rows
    </Screen>
    <StatusBanner />
  </Provider>
)
/** Renders a screen, by default that of links, with the status line. */
const show = (freshness: Freshness = 'links') => render(at(freshness))
const line = () => screen.queryByRole('status')?.querySelector('p')?.textContent

test('says nothing while all is well', () => {
  show()
  expect(line()).toBeUndefined()
})

test('offline says how old the copy is, and keeps saying it', async () => {
  show()
  await browser('offline')
  expect(line()).toBe('Offline. Saved on this device, updated 2 min ago.')
  await act(() => vi.advanceTimersByTimeAsync(3 * MINUTE))
  expect(line()).toBe('Offline. Saved on this device, updated 5 min ago.')
})

test('older than 24 hours says the date, offline and online (R-639, D-76)', async () => {
  list = { ...list, syncedAt: NOW - 25 * HOUR }
  show()
  expect(line()).toBe('Last updated May 11')
  await browser('offline')
  expect(line()).toBe('Offline. Last updated May 11.')
})

test('nothing saved is said so', async () => {
  list = { ...list, syncedAt: null }
  show()
  await browser('offline')
  expect(line()).toBe('Offline. Nothing is saved on this device yet.')
})

const copyOf = (age: number | null, more: Partial<ListState> = {}): ListState => ({
  syncedAt: age === null ? null : NOW - age,
  error: null,
  failedAt: null,
  refreshing: false,
  refresh: vi.fn<() => Promise<void>>().mockResolvedValue(),
  ...more,
})

test('a screen of something else than links says how old that is, though links were never loaded', async () => {
  list = { ...list, syncedAt: null }
  const { rerender } = show(copyOf(5 * MINUTE))
  await browser('offline')
  expect(line()).toBe('Offline. Saved on this device, updated 5 min ago.')
  rerender(at(copyOf(25 * HOUR)))
  expect(line()).toBe('Offline. Last updated May 11.')
  rerender(at(copyOf(null)))
  expect(line()).toBe('Offline. Nothing is saved on this device yet.')
  rerender(at({ ...copyOf(null), partly: true }))
  expect(line()).toBe('Offline. Not all of this is saved on this device yet.')
})

test('a screen that shows no list says nothing of the age of links', async () => {
  list = { ...list, error: new ApiError(500), syncedAt: NOW - 25 * HOUR }
  show('none')
  expect(line()).toBeUndefined()
  await browser('offline')
  expect(line()).toBe('Offline. What is saved on this device still works.')
})

test('what failed is what the screen shows, and that is what is tried again', () => {
  list = { ...list, error: new ApiError(500) }
  const own = copyOf(29 * MINUTE)
  const { rerender } = show(own)
  expect(line()).toBeUndefined()
  rerender(at({ ...own, error: new ApiError(502) }))
  expect(line()).toBe('Couldn’t refresh. These are from 9:12 AM.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(own.refresh).toHaveBeenCalledOnce()
  expect(refresh).not.toHaveBeenCalled()
})

test('a screen that was left is no longer spoken of', async () => {
  const { rerender } = show(copyOf(29 * MINUTE, { error: new ApiError(502) }))
  expect(line()).toMatch(/^Couldn’t refresh/)
  rerender(
    <Provider store={store}>
      <StatusBanner />
    </Provider>,
  )
  expect(line()).toBeUndefined()
})

test('Retry asks the server and refreshes when it answers', async () => {
  show()
  await browser('offline')
  vi.mocked(probe).mockResolvedValue(false)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })))
  expect(refresh).not.toHaveBeenCalled()
  expect(line()).toMatch(/^Offline/)
  vi.mocked(probe).mockResolvedValue(true)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })))
  expect(refresh).toHaveBeenCalledOnce()
  expect(line()).toBeUndefined()
})

test('a session that ended in the background is a line, not a dialog (offline 35)', () => {
  list = { ...list, error: new ApiError(401), syncedAt: NOW - 29 * MINUTE }
  show()
  expect(line()).toBe('Signed out. These are from 9:12 AM.')
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy()
})

test('a failed refresh is a line with the time of the data, and can be tried again', async () => {
  list = { ...list, error: new ApiError(500), syncedAt: NOW - 29 * MINUTE }
  show()
  expect(line()).toBe('Couldn’t refresh. These are from 9:12 AM.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refresh).toHaveBeenCalledOnce()
})

const failUnavailable = (body: object) => {
  const error = new ApiError(503, { data: body })
  list = { ...list, error, failedAt: Date.now(), syncedAt: NOW - 29 * MINUTE }
}

test.each([
  [{}, 'Service is temporarily unavailable, please try again later.'],
  [{ retry_after: 600 }, 'Service is in maintenance mode. We will be back in 10 minutes.'],
  [
    { retry_after: new Date(NOW + 24 * MINUTE).toISOString() },
    'Service is in maintenance mode. We will be back at: 10:05 AM.',
  ],
  [
    { retry_after: 24 * 60, detail: 'We move to a larger house' },
    'We move to a larger house. Back at: 10:05 AM.',
  ],
  [{ detail: 'We move. Back tonight!' }, 'We move. Back tonight!'],
])('maintenance over a copy is said, and until when: %j', (body, text) => {
  failUnavailable(body)
  show()
  expect(line()).toBe(`${text} These are from 9:12 AM.`)
})

test('maintenance counts down, is looked for now and then, and its line goes when it is over', async () => {
  failUnavailable({ retry_after: 600 })
  const { rerender } = show()
  const again = () => rerender(at('links'))
  await act(() => vi.advanceTimersByTimeAsync(59_000))
  expect(refresh).not.toHaveBeenCalled()
  expect(line()).toContain('back in 10 minutes')
  await act(() => vi.advanceTimersByTimeAsync(8000))
  expect(refresh).toHaveBeenCalledOnce()
  expect(line()).toContain('back in 9 minutes')
  // Maintenance continues, then ends.
  failUnavailable({ retry_after: 20 })
  again()
  await act(() => vi.advanceTimersByTimeAsync(19_900))
  expect(refresh).toHaveBeenCalledOnce()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(refresh).toHaveBeenCalledTimes(2)
  list = { ...list, error: null, failedAt: null, syncedAt: Date.now() }
  again()
  expect(line()).toBeUndefined()
  await act(() => vi.advanceTimersByTimeAsync(10 * MINUTE))
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('what failed while the server could not be reached is asked again when it can', async () => {
  list = { ...list, error: new ApiError('unknown') }
  show()
  vi.mocked(probe).mockResolvedValue(false)
  await act(async () => announceFailure(new ApiError('unknown')))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(line()).toMatch(/^Offline/)
  expect(refresh).not.toHaveBeenCalled()
  vi.mocked(probe).mockResolvedValue(true)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(refresh).toHaveBeenCalledOnce()
})

test('a captive portal is told apart: there is a network, and it wants something (offline 11)', async () => {
  vi.mocked(probe).mockResolvedValue(false)
  vi.mocked(probeServer).mockResolvedValue('portal')
  show()
  await act(async () => announceFailure(new ApiError('unknown')))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(line()).toBe('Offline. This network wants you to sign in on its own page.')
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/healthz')
})

test('slow is not offline: a line while an answer is late, gone when it comes (offline 11)', async () => {
  const late = deferred<Response>()
  vi.stubGlobal('fetch', () => late.promise)
  show()
  const call = http.get('v1/users/me').json()
  await act(() => vi.advanceTimersByTimeAsync(3900))
  expect(line()).toBeUndefined()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(line()).toBe('The network is slow. Still waiting for an answer.')
  await act(async () => {
    late.resolve(Response.json({}))
    await call
  })
  expect(line()).toBeUndefined()
  vi.unstubAllGlobals()
})

test('a long upload is not a slow network', async () => {
  vi.stubGlobal('fetch', () => new Promise<Response>(() => {}))
  show()
  const form = new FormData()
  form.append('file', new Blob(['x']), 'x.png')
  void http.post('v1/uploader/upload/profile/', { body: form, timeout: false })
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(line()).toBeUndefined()
  vi.unstubAllGlobals()
})

test('a full device is one line, and no dialog (offline 7)', () => {
  health = 'full'
  show()
  expect(line()).toBe('This device is full. Nothing new is saved on it until there is room.')
})
