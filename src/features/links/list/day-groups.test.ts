import { expect, test } from 'vitest'
import { dayLabel, groupByDay, singleGroup } from './day-groups.ts'

const at = (text: string) => new Date(text).getTime()
const now = at('2031-05-20T15:00:00')

test('links are grouped by the day of their creation, newest first', () => {
  const created = [
    '2031-05-20T14:59:00',
    '2031-05-20T00:00:00',
    '2031-05-19T23:59:59',
    '2031-05-12T08:00:00',
    '2030-12-31T10:00:00',
  ].map(at)
  expect(groupByDay(created, now).map(({ label, first, count }) => [label, first, count])).toEqual([
    ['Today', 0, 2],
    ['Yesterday', 2, 1],
    ['May 12', 3, 1],
    ['Dec 31, 2030', 4, 1],
  ])
})

test('a clock behind the server’s does not create a heading for tomorrow', () => {
  expect(dayLabel(at('2031-05-21T00:03:00'), now)).toBe('Today')
  expect(groupByDay([at('2031-05-21T00:03:00'), now], now)).toHaveLength(1)
})

test('every link is in exactly one day, and every day has its own key', () => {
  const created = Array.from({ length: 400 }, (_, index) => now - index * 5 * 3_600_000)
  const days = groupByDay(created, now)
  expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(400)
  for (const [index, { first }] of days.entries())
    expect(first).toBe(days.slice(0, index).reduce((sum, { count }) => sum + count, 0))
  expect(new Set(days.map(({ key }) => key)).size).toBe(days.length)
})

test('an empty list has no days, and other orders have no headings', () => {
  expect(groupByDay([], now)).toEqual([])
  expect(singleGroup(3)).toEqual([{ key: 'all', label: null, first: 0, count: 3 }])
})
