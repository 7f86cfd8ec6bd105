import { expect, test } from 'vitest'
import { dayLabel, groupByDay, ungrouped } from './day-groups.ts'

const at = (text: string) => new Date(text).getTime()
const now = at('2031-05-20T15:00:00')

test('links are grouped by the day they were made, newest first (R-188)', () => {
  const created = [
    '2031-05-20T14:59:00',
    '2031-05-20T00:00:00',
    '2031-05-19T23:59:59',
    '2031-05-12T08:00:00',
    '2030-12-31T10:00:00',
  ].map(at)
  const lines = groupByDay(['a', 'b', 'c', 'd', 'e'], created, now)
  expect(lines.map((line) => (line.kind === 'day' ? `# ${line.label}` : line.id))).toEqual([
    '# Today',
    'a',
    'b',
    '# Yesterday',
    'c',
    '# May 12',
    'd',
    '# December 31, 2030',
    'e',
  ])
})

test('a clock that runs behind the server does not make a day of tomorrow', () => {
  expect(dayLabel(at('2031-05-21T00:03:00'), now)).toBe('Today')
  const lines = groupByDay(['a', 'b'], [at('2031-05-21T00:03:00'), now], now)
  expect(lines.filter((line) => line.kind === 'day')).toHaveLength(1)
})

test('every line has its own key', () => {
  const ids = Array.from({ length: 400 }, (_, index) => `id-${index}`)
  const created = ids.map((_, index) => now - index * 5 * 3_600_000)
  const keys = groupByDay(ids, created, now).map((line) => line.key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.length).toBeGreaterThan(ids.length)
})

test('other orderings have no day headings', () => {
  expect(ungrouped(['a', 'b']).every((line) => line.kind === 'link')).toBe(true)
})
