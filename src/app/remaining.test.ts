import { expect, test } from 'vitest'
import { countdownStep, remainingText, shortRemaining } from './remaining.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [DAY + 6 * HOUR + 59 * MINUTE, '1 day 6 hours', '1d 06h'],
  [2 * DAY, '2 days', '2d 00h'],
  [6 * HOUR + 5 * MINUTE, '6 hours 5 minutes', '6h 05m'],
  [HOUR, '1 hour', '1h 00m'],
  [12 * MINUTE + 5000, '12 minutes', '12:05'],
  [MINUTE, '1 minute', '1:00'],
  [9000, 'less than a minute', '0:09'],
  [-5, 'less than a minute', '0:00'],
])('%i ms have a long and a short text', (left, words, short) => {
  expect(remainingText(left)).toBe(words)
  expect(shortRemaining(left)).toBe(short)
})

test('the text changes each minute, and in the last hour each second', () => {
  expect(countdownStep(DAY)).toBe(MINUTE)
  expect(countdownStep(HOUR)).toBe(1000)
})
