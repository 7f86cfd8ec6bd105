import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchConnection, type Connectivity } from './connectivity.ts'

const probe = vi.fn<() => Promise<boolean>>()
const reported: string[] = []
let watch: Connectivity

beforeEach(() => {
  vi.useFakeTimers()
  probe.mockReset().mockResolvedValue(false)
  reported.length = 0
  watch = watchConnection((state) => reported.push(state), probe)
})
afterEach(() => watch.stop())

const setReachable = (yes: boolean) => probe.mockResolvedValue(yes)

test('the browser’s word counts at once, both ways (R-588)', () => {
  setReachable(true)
  window.dispatchEvent(new Event('offline'))
  expect(reported).toEqual(['offline'])
  window.dispatchEvent(new Event('online'))
  expect(reported).toEqual(['offline', 'online'])
})

test('a start without a connection is offline from the first moment (R-597)', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const started: string[] = []
  watchConnection((state) => started.push(state), probe).stop()
  expect(started).toEqual(['offline'])
})

test('one failed call is no news: a gap of two seconds shows nothing (offline 25)', async () => {
  const verdict = watch.suspect()
  await vi.advanceTimersByTimeAsync(2000)
  setReachable(true)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await verdict).toBe(true)
  expect(reported).toEqual([])
})

test('two failed tries within five seconds are offline, the first good answer ends it (offline 11)', async () => {
  const verdict = watch.suspect()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await verdict).toBe(false)
  expect(reported).toEqual(['offline'])
  watch.heard()
  expect(reported).toEqual(['offline', 'online'])
})

test('several failed calls ask the server once', async () => {
  await Promise.all([watch.suspect(), watch.suspect(), vi.advanceTimersByTimeAsync(5000)])
  expect(probe).toHaveBeenCalledTimes(2)
})

test('an answer that comes while we doubt ends the doubt', async () => {
  const verdict = watch.suspect()
  await vi.advanceTimersByTimeAsync(1000)
  watch.heard()
  await vi.advanceTimersByTimeAsync(4000)
  expect(await verdict).toBe(true)
  expect(reported).toEqual([])
})

test('while offline by our own finding, the server is asked again until it answers', async () => {
  watch.lost()
  expect(reported).toEqual(['offline'])
  await vi.advanceTimersByTimeAsync(16_000)
  expect(probe).toHaveBeenCalledTimes(2)
  setReachable(true)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(reported).toEqual(['offline', 'online'])
  const asked = probe.mock.calls.length
  await vi.advanceTimersByTimeAsync(120_000)
  expect(probe).toHaveBeenCalledTimes(asked)
})

test('after the browser’s word nothing is asked until the browser takes it back', async () => {
  window.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(probe).not.toHaveBeenCalled()
})

test('the online event is believed, and then checked: a cable is not a connection', async () => {
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(reported).toEqual(['offline', 'online', 'offline'])
})

test('Retry asks once and says whether it worked', async () => {
  watch.lost()
  expect(await watch.check()).toBe(false)
  setReachable(true)
  expect(await watch.check()).toBe(true)
  expect(reported).toEqual(['offline', 'online'])
})

test('coming back to the tab looks at once', async () => {
  watch.lost()
  setReachable(true)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(reported).toEqual(['offline', 'online'])
})

test('an answer that was under way when the browser lost the connection does not end the loss (R-587)', async () => {
  window.dispatchEvent(new Event('offline'))
  const flag = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  watch.heard()
  await vi.advanceTimersByTimeAsync(0)
  expect(reported).toEqual(['offline'])
  // The browser may be wrong. The next answer of the server then shows it.
  setReachable(true)
  watch.heard()
  await vi.advanceTimersByTimeAsync(0)
  expect(reported).toEqual(['offline', 'online'])
  flag.mockRestore()
})

test('the worker’s word counts at once, unless it was on the way while the connection came back (R-605)', async () => {
  window.dispatchEvent(new Event('offline'))
  setReachable(true)
  window.dispatchEvent(new Event('online'))
  watch.lost()
  await vi.advanceTimersByTimeAsync(5000)
  expect(reported).toEqual(['offline', 'online'])
  setReachable(false)
  watch.lost()
  expect(reported).toEqual(['offline', 'online', 'offline'])
})
