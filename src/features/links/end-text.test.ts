import { expect, test } from 'vitest'
import { endText, nextEndText } from './end-text.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const now = Date.UTC(2026, 4, 1, 12)

test.each([
  [-DAY, 'Ended'],
  [0, 'Ended'],
  [1, 'Ends in 1 min'],
  [59 * MINUTE, 'Ends in 59 min'],
  [HOUR, 'Ends in 1 hour'],
  [23.9 * HOUR, 'Ends in 23 hours'],
  [DAY, 'Ends in 1 day'],
  [3 * DAY + HOUR, 'Ends in 3 days'],
  [20 * DAY, 'Ends May 21'],
  [400 * DAY, 'Ends Jun 5, 2027'],
])('%d ms before its end a link says “%s”', (left, text) => {
  expect(endText(now + left, now)).toBe(text)
})

test('a text is looked at again just when it changes, and never once it has ended', () => {
  for (const left of [3 * DAY + HOUR, 5 * HOUR + MINUTE, 10 * MINUTE + 1, 1]) {
    const end = now + left
    const wait = nextEndText(end, now) ?? 0
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(DAY)
    expect(endText(end, now + wait + 1)).not.toBe(endText(end, now))
    expect(endText(end, now + wait - 1)).toBe(endText(end, now))
  }
  expect(nextEndText(now + 90 * DAY, now)).toBe(DAY)
  expect(nextEndText(now, now)).toBeNull()
})
