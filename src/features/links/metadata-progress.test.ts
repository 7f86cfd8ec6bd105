import { beforeEach, expect, test, vi } from 'vitest'
import { stepDelay, watchExtraction, type Extraction } from './metadata-progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

/** Starts a watch whose polls stay pending unless the test resolves them. */
function watch(
  progress: number,
  poll: (signal: AbortSignal) => Promise<number> = () => new Promise(() => undefined),
) {
  const seen: Extraction[] = []
  const stop = watchExtraction({
    progress,
    startedAt: Date.now(),
    poll,
    report: (extraction) => seen.push(extraction),
  })
  return { seen, stop, last: () => seen.at(-1) }
}

/** Returns the milliseconds between the simulated progress values. */
async function gaps(from: number, points: number) {
  const times: number[] = [Date.now()]
  const stop = watchExtraction({
    progress: from,
    startedAt: Date.now(),
    poll: () => new Promise(() => undefined),
    report: () => times.push(Date.now()),
  })
  for (let point = 0; point < points; point += 1) await vi.advanceTimersToNextTimerAsync()
  while (times.length <= points) await vi.advanceTimersToNextTimerAsync()
  stop()
  return times.slice(1, points + 1).map((time, index) => time - (times[index] ?? 0))
}

test.each([
  ['R-220', 0, 750],
  ['R-220', 18, 750],
  ['R-221', 20, 1500],
  ['R-221', 38, 1500],
  ['R-222', 40, 3000],
  ['R-223', 60, 3750],
  ['R-224', 80, 6000],
])('%s: simulated progress at %i%% moves one point every %i ms', async (_row, from, every) => {
  expect(await gaps(from, 2)).toEqual([every, every])
})

test('the pace changes exactly at the boundary (R-221)', async () => {
  expect(await gaps(19, 2)).toEqual([750, 1500])
})

test('the simulated value never passes 99 (R-225)', async () => {
  const { last } = watch(98)
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  expect(last()).toEqual({ progress: 99, failed: false })
  expect(stepDelay(99)).toBe(6000)
})

test('the shown value is never below the value of the server (R-225)', async () => {
  const { seen } = watch(0, async () => 55)
  await vi.advanceTimersByTimeAsync(2000)
  expect(seen.map(({ progress }) => progress)).toEqual([1, 2, 55])
  await vi.advanceTimersByTimeAsync(3000)
  expect(seen.at(-1)?.progress).toBe(56)
})

test('polls after 2, 4, 6, 8, 10 seconds, then every 10 (R-219)', async () => {
  const times: number[] = [Date.now()]
  watch(0, async () => {
    times.push(Date.now())
    return 1
  })
  await vi.advanceTimersByTimeAsync(61_000)
  const between = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(between).toEqual([2000, 4000, 6000, 8000, 10_000, 10_000, 10_000, 10_000])
})

test('polls 30, 60, 100 and then stops (R-217)', async () => {
  const answers = [30, 60, 100]
  const poll = vi.fn<() => Promise<number>>(async () => answers.shift() ?? 100)
  const { last } = watch(0, poll)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(last()).toEqual({ progress: 100, failed: false })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(poll).toHaveBeenCalledTimes(3)
  expect(vi.getTimerCount()).toBe(0)
})

test('a failed poll sets the failed flag and ends the polling (R-218)', async () => {
  const poll = vi.fn<() => Promise<number>>(async () => Promise.reject(new Error('gone')))
  const { last } = watch(10, poll)
  await vi.advanceTimersByTimeAsync(2000)
  expect(last()?.failed).toBe(true)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(poll).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('gives up five minutes after the beginning, not after the return (R-218)', async () => {
  const report = vi.fn<(extraction: Extraction) => void>()
  watchExtraction({
    progress: 0,
    startedAt: Date.now() - 4 * 60_000,
    poll: async () => 5,
    report,
  })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(report).not.toHaveBeenCalledWith(expect.objectContaining({ failed: true }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(report).toHaveBeenLastCalledWith(expect.objectContaining({ failed: true }))
})

test('nothing is reported after stopping, and a running poll is ignored (R-217)', async () => {
  let dropped = false
  const { seen, stop } = watch(0, (signal) => {
    signal.addEventListener('abort', () => (dropped = true))
    return new Promise((resolve) => setTimeout(() => resolve(100), 1000))
  })
  await vi.advanceTimersByTimeAsync(2100)
  stop()
  const before = seen.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen.length).toBe(before)
  expect(dropped).toBe(true)
})
