import { expect, test } from 'vitest'
import { oneStretch } from './day-groups.ts'
import { layOut } from './list-layout.ts'

const heights = { row: 68, heading: 30 }
const days = [
  { key: 'a', label: 'Today', first: 0, count: 2 },
  { key: 'b', label: 'Yesterday', first: 2, count: 1 },
]

test('headings and links take their places one after the other', () => {
  const layout = layOut(days, heights)
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

test('sizes of all lines add up to the height of all days', () => {
  const layout = layOut(days, heights)
  let sum = 0
  for (let at = 0; at < layout.lines; at += 1) sum += layout.size(at)
  expect(sum).toBe(layout.days.reduce((total, { height }) => total + height, 0))
  const [, yesterday] = layout.days
  expect(yesterday && layout.offsetInDay(2, yesterday)).toBe(30)
})

test('a stretch without a heading is links only', () => {
  const layout = layOut(oneStretch(10_000), heights)
  expect(layout.lines).toBe(10_000)
  expect(layout.line(9999)).toEqual({ kind: 'link', day: 0, index: 9999 })
  expect(layout.days[0]?.height).toBe(680_000)
})
