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

test('online and offline events of the browser count at once (R-588)', () => {
  setReachable(true)
  window.dispatchEvent(new Event('offline'))
  expect(reported).toEqual(['offline'])
  window.dispatchEvent(new Event('online'))
  expect(reported).toEqual(['offline', 'online'])
})

test('a start without a connection is offline at once (R-597)', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const started: string[] = []
  watchConnection((state) => started.push(state), probe).stop()
  expect(started).toEqual(['offline'])
})

test('one failed call and a gap of two seconds show nothing (offline 25)', async () => {
  const verdict = watch.suspect()
  await vi.advanceTimersByTimeAsync(2000)
  setReachable(true)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await verdict).toBe(true)
  expect(reported).toEqual([])
})

test('two failed probes in five seconds are offline, until an answer arrives (offline 11)', async () => {
  const verdict = watch.suspect()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await verdict).toBe(false)
  expect(reported).toEqual(['offline'])
  watch.heard()
  expect(reported).toEqual(['offline', 'online'])
})

test('several failed calls share their probes', async () => {
  await Promise.all([watch.suspect(), watch.suspect(), vi.advanceTimersByTimeAsync(5000)])
  expect(probe).toHaveBeenCalledTimes(2)
})

test('an answer during the probes means online', async () => {
  const verdict = watch.suspect()
  await vi.advanceTimersByTimeAsync(1000)
  watch.heard()
  await vi.advanceTimersByTimeAsync(4000)
  expect(await verdict).toBe(true)
  expect(reported).toEqual([])
})

test('after failed probes the server is probed again until it answers', async () => {
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

test('after an offline event nothing is probed until the online event', async () => {
  window.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(probe).not.toHaveBeenCalled()
})

test('an online event counts at once and is then checked by a probe', async () => {
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(reported).toEqual(['offline', 'online', 'offline'])
})

test('Retry probes once and returns the result', async () => {
  watch.lost()
  expect(await watch.check()).toBe(false)
  setReachable(true)
  expect(await watch.check()).toBe(true)
  expect(reported).toEqual(['offline', 'online'])
})

test('returning to the tab probes at once', async () => {
  watch.lost()
  setReachable(true)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(reported).toEqual(['offline', 'online'])
})

test('an answer sent before the connection was lost does not mean online (R-587)', async () => {
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

test('a worker’s offline message counts at once, unless it is older than an online event (R-605)', async () => {
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
