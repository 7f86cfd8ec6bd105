import { expect, test } from 'vitest'
import { dropIndex } from './use-drag.ts'
import { mergeOrder, moveItem } from './use-order.ts'

const at = (from: number, place: number, after: boolean) =>
  dropIndex({ from, target: { place, after } })

test('a dragged link lands on the side of the line (order by drag)', () => {
  expect(at(0, 2, false)).toBe(1)
  expect(at(0, 2, true)).toBe(2)
  expect(at(3, 1, false)).toBe(1)
  expect(at(3, 1, true)).toBe(2)
  expect(at(1, 0, true)).toBe(1)
  expect(dropIndex({ from: 1, target: undefined })).toBeUndefined()
})

test('moving keeps all links in every direction', () => {
  expect(moveItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moveItem(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moveItem(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})

test('an order being changed adds new links and removes deleted ones', () => {
  expect(mergeOrder(['c', 'a', 'b'], ['a', 'c', 'd'])).toEqual(['c', 'a', 'd'])
})
