import { expect, test } from 'vitest'
import { retryDelayMs } from './stream.ts'

test('waits grow after each failure up to a limit, and differ between browsers', () => {
  expect([1, 2, 3, 4, 5, 6, 9].map((failures) => retryDelayMs(failures, () => 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
  expect(retryDelayMs(3, () => 0)).toBe(2000)
})
