import { expect, test } from 'vitest'
import { RecentTimes } from '../../../../server/platform/metrics/recent-times.ts'

const HOUR_MS = 3_600_000

test('the 99th percentile leaves out the slowest of a hundred', () => {
  const times = new RecentTimes()
  for (let ms = 100; ms >= 1; ms -= 1) times.add(0, ms)
  expect(times.p99(200)).toBe(99)
})

test('a few measurements say nothing', () => {
  const times = new RecentTimes()
  for (let n = 0; n < 19; n += 1) times.add(0, 5)
  expect(times.p99(10)).toBeNull()
  times.add(0, 5)
  expect(times.p99(10)).toBe(5)
})

test('measurements of more than an hour ago do not count', () => {
  const times = new RecentTimes()
  for (let n = 0; n < 100; n += 1) times.add(0, 500)
  for (let n = 0; n < 20; n += 1) times.add(HOUR_MS, HOUR_MS + 2)
  expect(times.p99(HOUR_MS + 10)).toBe(500)
  expect(times.p99(HOUR_MS + 501)).toBe(2)
  expect(times.p99(3 * HOUR_MS)).toBeNull()
})

test('the latest 1,024 measurements are kept', () => {
  const times = new RecentTimes()
  for (let n = 0; n < 1024; n += 1) times.add(0, 900)
  for (let n = 0; n < 1023; n += 1) times.add(0, 3)
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
