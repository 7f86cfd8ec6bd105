import { expect, test } from 'vitest'
import { recentDays } from './recent-days.ts'

const NOW = new Date(2026, 4, 20, 12)
const quiet = (days: number) => Array.from({ length: days }, () => 0)

test('the days end today, whenever the row was read', () => {
  const days = [4, 0, 7]
  expect(recentDays({ until: '2026-05-20', days }, NOW)).toEqual([...quiet(27), 4, 0, 7])
  expect(recentDays({ until: '2026-05-18', days }, NOW)).toEqual([...quiet(25), 4, 0, 7, 0, 0])
  expect(recentDays({ until: '2026-04-21', days }, NOW)).toEqual([7, ...quiet(29)])
  expect(recentDays({ until: '2026-03-01', days }, NOW)).toEqual(quiet(30))
  expect(recentDays(undefined, NOW)).toEqual(quiet(30))
})

test('in a time zone where it is tomorrow already, no click is lost', () => {
  expect(recentDays({ until: '2026-05-21', days: [4, 7] }, NOW)).toEqual([...quiet(28), 4, 7])
})
