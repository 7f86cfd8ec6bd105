import { expect, test } from 'vitest'
import { endText, nextEndText } from './end-text.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A Friday, in local time. */
const noon = new Date(2026, 4, 1, 12).getTime()

test.each([
  [-DAY, 'Ended'],
  [0, 'Ended'],
  [1, 'Ends in 1 min'],
  [59 * MINUTE, 'Ends in 59 min'],
  [59.5 * MINUTE, 'Ends in 1 hour'],
  [HOUR, 'Ends in 1 hour'],
  [1.9 * HOUR, 'Ends in 2 hours'],
  [23.4 * HOUR, 'Ends in 23 hours'],
  [23.9 * HOUR, 'Ends in 24 hours'],
  [DAY, 'Ends in 1 day'],
  [3 * DAY + HOUR, 'Ends in 3 days'],
  [3 * DAY - HOUR, 'Ends in 3 days'],
  [20 * DAY, 'Ends May 21'],
  [400 * DAY, 'Ends Jun 5, 2027'],
])('%d ms before its end a link says “%s”', (left, text) => {
  expect(endText(noon + left, noon)).toBe(text)
})

const friday = (hour: number) => new Date(2026, 4, 1, hour, 30).getTime()

test('days are calendar days: Sunday is two days from any hour of Friday', () => {
  const sunday = [new Date(2026, 4, 3, 0, 1), new Date(2026, 4, 3, 23, 59)]
  for (const end of sunday) {
    expect(endText(end.getTime(), friday(0))).toBe('Ends in 2 days')
    expect(endText(end.getTime(), friday(23))).toBe('Ends in 2 days')
  }
})

test('a text is updated exactly when it changes, and no longer after the end', () => {
  const lefts = [3 * DAY + HOUR, DAY + 5 * HOUR, 5 * HOUR + MINUTE, HOUR, 10 * MINUTE + 1, 1]
  for (const left of lefts) {
    const end = noon + left
    const wait = nextEndText(end, noon) ?? 0
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(DAY)
    expect(endText(end, noon + wait + 1)).not.toBe(endText(end, noon))
    expect(endText(end, noon + wait - 1)).toBe(endText(end, noon))
  }
  expect(nextEndText(noon + 90 * DAY, noon)).toBe(DAY)
  expect(nextEndText(noon, noon)).toBeNull()
})
