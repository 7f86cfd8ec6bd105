import { expect, test } from 'vitest'
import { singleGroup } from '#features/links/list/day-groups.ts'
import { computeLayout } from './list-layout.ts'

const heights = { row: 68, heading: 30 }
const days = [
  { key: 'a', label: 'Today', first: 0, count: 2 },
  { key: 'b', label: 'Yesterday', first: 2, count: 1 },
]

test('headings and links are placed one after the other', () => {
  const layout = computeLayout(days, heights)
  const lines = Array.from({ length: layout.lines }, (_, at) => layout.line(at))
  expect(lines).toEqual([
    { kind: 'heading', day: 0 },
    { kind: 'link', day: 0, index: 0 },
    { kind: 'link', day: 0, index: 1 },
    { kind: 'heading', day: 1 },
    { kind: 'link', day: 1, index: 2 },
  ])
  expect(layout.days.map(({ top, height }) => [top, height])).toEqual([
    [0, 30 + 2 * 68],
    [166, 30 + 68],
  ])
})

test('a position leads to the line that covers it, beyond either end to the nearest one', () => {
  const layout = computeLayout(days, heights)
  const at = (offset: number) => layout.lineAt(offset)
  expect([at(-500), at(0), at(29), at(30), at(97), at(98)]).toEqual([0, 0, 0, 1, 1, 2])
  expect([at(165), at(166), at(196), at(263), at(9999)]).toEqual([2, 3, 4, 4, 4])
  expect(layout.height).toBe(layout.days.reduce((total, { height }) => total + height, 0))
  const [, yesterday] = layout.days
  expect(yesterday && layout.offsetInDay(2, yesterday)).toBe(30)
})

test('a range without a heading contains links only', () => {
  const layout = computeLayout(singleGroup(10_000), heights)
  expect(layout.lines).toBe(10_000)
  expect(layout.line(9999)).toEqual({ kind: 'link', day: 0, index: 9999 })
  expect(layout.height).toBe(680_000)
  expect(layout.lineAt(340_000)).toBe(5000)
})
