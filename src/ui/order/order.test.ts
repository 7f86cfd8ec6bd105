import { expect, test } from 'vitest'
import { landing } from './use-drag.ts'
import { merged, moved } from './use-order.ts'

const at = (from: number, place: number, after: boolean) =>
  landing({ from, target: { place, after } })

test('a link that is dragged lands on the side of the line (order by drag)', () => {
  expect(at(0, 2, false)).toBe(1)
  expect(at(0, 2, true)).toBe(2)
  expect(at(3, 1, false)).toBe(1)
  expect(at(3, 1, true)).toBe(2)
  expect(at(1, 0, true)).toBe(1)
  expect(landing({ from: 1, target: undefined })).toBeUndefined()
})

test('moving keeps every link, whichever way it goes', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})

test('an order being made takes in what came and lets go of what went', () => {
  expect(merged(['c', 'a', 'b'], ['a', 'c', 'd'])).toEqual(['c', 'a', 'd'])
})
