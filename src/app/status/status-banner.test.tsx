import { createStore, Provider } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#http/error.ts'
import { announceFailure } from '#http/call-listeners.ts'
import { http } from '#http/client.ts'
import { probeServer, probe } from '#http/probe.ts'
import type { MirrorHealth } from '#mirror/store/storage-health.ts'
import type { ListState } from '#live/read/use-mirror.ts'
import { Screen } from '../shell/screen/screen.tsx'
import type { Freshness } from './freshness.ts'
import { deferred } from '#support/window/links-server.ts'
import { act, fireEvent, hrefOf, render, screen } from '#support/window/on-screen.ts'
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

test('shows nothing without problems', () => {
  show()
  expect(line()).toBeUndefined()
})

test('offline shows the age of the copy and updates it', async () => {
  show()
  await browser('offline')
  expect(line()).toBe('Offline. Saved on this device, updated 2 min ago.')
  await act(() => vi.advanceTimersByTimeAsync(3 * MINUTE))
  expect(line()).toBe('Offline. Saved on this device, updated 5 min ago.')
})

test('shows the date of data older than 24 hours, offline and online (R-639, D-76)', async () => {
  list = { ...list, syncedAt: NOW - 25 * HOUR }
  show()
  expect(line()).toBe('Last updated May 11')
  await browser('offline')
  expect(line()).toBe('Offline. Last updated May 11.')
})

test('says when nothing is saved', async () => {
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

test('shows the age of other data than links, even if links were never loaded', async () => {
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

test('shows no age on a screen without a list', async () => {
  list = { ...list, error: new ApiError(500), syncedAt: NOW - 25 * HOUR }
  show('none')
  expect(line()).toBeUndefined()
  await browser('offline')
  expect(line()).toBe('Offline. What is saved on this device still works.')
})

test('names the failed data of the screen, and Retry loads it', () => {
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

test('does not mention a screen that was left', async () => {
  const { rerender } = show(copyOf(29 * MINUTE, { error: new ApiError(502) }))
  expect(line()).toMatch(/^Couldn’t refresh/)
  rerender(
    <Provider store={store}>
      <StatusBanner />
    </Provider>,
  )
  expect(line()).toBeUndefined()
})

test('Retry probes the server and refreshes when it answers', async () => {
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

test('shows an ended session as a line, not a dialog (offline 35)', () => {
  list = { ...list, error: new ApiError(401), syncedAt: NOW - 29 * MINUTE }
  show()
  expect(line()).toBe('Signed out. These are from 9:12 AM.')
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy()
})

test('shows a failed refresh with the time of the data and Retry', async () => {
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
])('shows maintenance over a copy with its end: %j', (body, text) => {
  failUnavailable(body)
  show()
  expect(line()).toBe(`${text} These are from 9:12 AM.`)
})

test('counts maintenance down, checks it now and then, and closes at its end', async () => {
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

test('requests failed data again when the server is reachable', async () => {
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

test('shows a captive portal as such (offline 11)', async () => {
  vi.mocked(probe).mockResolvedValue(false)
  vi.mocked(probeServer).mockResolvedValue('portal')
  show()
  await act(async () => announceFailure(new ApiError('unknown')))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(line()).toBe('Offline. This network wants you to sign in on its own page.')
  expect(hrefOf('Open')).toBe('/healthz')
})

test('shows a slow network while an answer is late (offline 11)', async () => {
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

test('does not call a long upload a slow network', async () => {
  vi.stubGlobal('fetch', () => new Promise<Response>(() => {}))
  show()
  const form = new FormData()
  form.append('file', new Blob(['x']), 'x.png')
  void http.post('v1/uploader/upload/profile/', { body: form, timeout: false })
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(line()).toBeUndefined()
  vi.unstubAllGlobals()
})

test('shows a full device as one line, not a dialog (offline 7)', () => {
  health = 'full'
  show()
  expect(line()).toBe('This device is full. Nothing new is saved on it until there is room.')
})
