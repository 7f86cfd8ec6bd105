import { expect, test } from 'vitest'
import { wilson } from './wilson.ts'

// Values of R's prop.test(x, n, correct = FALSE)$conf.int.
test.each([
  [0, 10, 0, 0.2775],
  [1, 10, 0.0179, 0.4042],
  [5, 10, 0.2366, 0.7634],
  [10, 10, 0.7225, 1],
  [22, 1204, 0.0121, 0.0275],
  [15, 100, 0.0931, 0.2328],
  [500, 1000, 0.4691, 0.5309],
])('%i of %i is between %d and %d', (orders, clicks, low, high) => {
  const interval = wilson(orders, clicks)
  expect(interval.low).toBeCloseTo(low, 4)
  expect(interval.high).toBeCloseTo(high, 4)
})

test('without clicks anything is possible, and more orders than clicks count as all', () => {
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 })
  expect(wilson(12, 10)).toEqual(wilson(10, 10))
})
