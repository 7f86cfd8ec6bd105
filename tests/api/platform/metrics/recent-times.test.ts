import { expect, test } from 'vitest'
import { RecentTimes } from '../../../../server/platform/metrics/recent-times.ts'

const HOUR_MS = 3_600_000

test('the 99th percentile leaves out the slowest of a hundred', () => {
  const times = new RecentTimes()
  for (let ms = 100; ms >= 1; ms -= 1) times.add(0, ms)
  expect(times.p99(200)).toBe(99)
})

/** Adds measurements that all took the same time. */
function addMany(times: RecentTimes, count: number, startedAt: number, ms: number) {
  for (let n = 0; n < count; n += 1) times.add(startedAt, startedAt + ms)
}

test('a few measurements say nothing', () => {
  const times = new RecentTimes()
  addMany(times, 99, 0, 5)
  expect(times.p99(10)).toBeNull()
  addMany(times, 1, 0, 5)
  expect(times.p99(10)).toBe(5)
})

test('measurements of more than an hour ago do not count', () => {
  const times = new RecentTimes()
  addMany(times, 100, 0, 500)
  addMany(times, 100, HOUR_MS, 2)
  expect(times.p99(HOUR_MS + 10)).toBe(500)
  expect(times.p99(HOUR_MS + 501)).toBe(2)
  expect(times.p99(3 * HOUR_MS)).toBeNull()
})

test('the latest 1,024 measurements are kept', () => {
  const times = new RecentTimes()
  addMany(times, 1024, 0, 900)
  addMany(times, 1023, 0, 3)
  expect(times.p99(1000)).toBe(3)
})

test('one request in 20 ms is measured', () => {
  const times = new RecentTimes()
  expect([0, 19, 20, 39, 40, 200].map((at) => times.isDue(at))).toEqual([
    true,
    false,
    true,
    false,
    true,
    true,
  ])
})
