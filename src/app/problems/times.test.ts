import { expect, test } from 'vitest'
import { ageText, countdownText, isStale, momentText, updatedText } from './times.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = new Date(2026, 4, 12, 15, 30).getTime()

test('an age is relative for an hour, then a time of day', () => {
  expect(ageText(NOW - 30_000, NOW)).toBe('just now')
  expect(ageText(NOW - 2 * MINUTE, NOW)).toBe('2 min ago')
  expect(ageText(NOW - 59 * MINUTE, NOW)).toBe('59 min ago')
  expect(ageText(NOW - 3 * HOUR, NOW)).toBe('at 12:30 PM')
  expect(ageText(NOW - 20 * HOUR, NOW)).toBe('yesterday at 7:30 PM')
  expect(ageText(NOW + MINUTE, NOW), 'a clock that was put back').toBe('just now')
})

test('data is stale after 24 hours and shows the date (R-639, D-76)', () => {
  expect(isStale(NOW - 24 * HOUR + MINUTE, NOW)).toBe(false)
  expect(isStale(NOW - 24 * HOUR - MINUTE, NOW)).toBe(true)
  expect(updatedText(NOW - 2 * MINUTE, NOW)).toBe('updated 2 min ago')
  expect(updatedText(NOW - 48 * HOUR, NOW)).toBe('last updated May 10')
  expect(updatedText(new Date(2025, 11, 31).getTime(), NOW)).toBe('last updated Dec 31, 2025')
})

test('a moment of today shows the time, others also the day (R-580)', () => {
  expect(momentText(new Date(2026, 4, 12, 10, 5).getTime(), NOW)).toBe('10:05 AM')
  expect(momentText(new Date(2026, 4, 13, 10, 5).getTime(), NOW)).toBe('May 13, 10:05 AM')
  expect(momentText(new Date(2031, 0, 1, 10, 0).getTime(), NOW)).toBe('Jan 1, 2031, 10:00 AM')
})

test.each([
  [60_000, '60 s'],
  [59_001, '60 s'],
  [0, '0 s'],
  [-5000, '0 s'],
  [120_000, '120 s'],
  [(23 * 60 + 41) * 1000, '23:41'],
  [2 * HOUR + 5 * MINUTE, '2:05:00'],
  [26 * HOUR, '1 day 2:00:00'],
  [50 * HOUR + 1000, '2 days 2:00:01'],
])('%i ms are shown as %s (R-582)', (left, text) => {
  expect(countdownText(left)).toBe(text)
})
