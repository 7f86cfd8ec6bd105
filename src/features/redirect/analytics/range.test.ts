import { expect, test, vi } from 'vitest'
import { barsOf, roundUp } from './bars.ts'
import { comparison } from './comparison.ts'
import { csvOf } from './csv-file.ts'
import { countDays, isDay, plusDays, plusMonths, sameDayIn, todayIn, weekdayOf } from './days.ts'
import { presets, rangeOf, rangeText } from './range.ts'

const TODAY = '2026-05-12'
const row = (key: string, clicks: number, commissions = 0) => ({
  key,
  label: key,
  clicks,
  people: clicks,
  conversions: 0,
  revenue: 0,
  commissions,
  conversions_per_100_clicks: null,
})

test('an address selects a preset, a range of days, or nothing if it is invalid', () => {
  const month = { from: '2026-04-13', to: TODAY, name: '30' }
  expect(rangeOf({}, TODAY)).toEqual(month)
  expect(rangeOf({ days: '7' }, TODAY)).toEqual({ from: '2026-05-06', to: TODAY, name: '7' })
  const days = { from: '2026-05-01', to: '2026-05-02' }
  expect(rangeOf(days, TODAY)).toEqual({ ...days, name: null })
  for (const odd of [
    { days: '8' },
    { from: '2026-05-02', to: '2026-05-01' },
    { from: '2026-05-02', to: '2026-05-13' },
    { from: '2026-02-30', to: TODAY },
  ])
    expect(rangeOf(odd, TODAY)).toEqual(month)
})

test('presets end today and follow the calendar', () => {
  expect(presets('2026-03-01').map(({ from, to }) => [from, to])).toEqual([
    ['2026-03-01', '2026-03-01'],
    ['2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-03-01'],
    ['2026-01-01', '2026-03-01'],
  ])
  expect(rangeText('2026-05-11', '2026-05-18')).toBe('May 11 to 18')
  expect(rangeText('2026-04-30', '2026-05-01')).toBe('Apr 30 to May 1')
  expect(rangeText('2025-12-31', '2026-01-01')).toBe('Dec 31, 2025 to Jan 1, 2026')
})

test('ranges are days without hours, so a clock change does not move them', () => {
  expect(plusDays('2026-03-29', 1)).toBe('2026-03-30')
  expect(countDays('2026-10-24', '2026-10-26')).toBe(3)
  expect(plusMonths('2026-01', -1)).toBe('2025-12')
  expect(sameDayIn('2026-02', '2026-01-31')).toBe('2026-02-28')
  expect(weekdayOf('2026-05-11')).toBe(0)
  expect([isDay('2026-02-29'), isDay('2024-02-29'), isDay(undefined)]).toEqual([false, true, false])
})

test('today depends on the time zone, and is written as YYYY-MM-DD in any language', () => {
  vi.useFakeTimers({ now: new Date('2026-03-09T03:30:00Z') })
  expect(todayIn('Europe/Berlin')).toBe('2026-03-09')
  expect(todayIn('America/New_York')).toBe('2026-03-08')
})

test('every day has a bar, or every week if there are too many days', () => {
  const bars = barsOf([row('2026-05-11', 3, 1.5)], '2026-05-10', TODAY)
  expect(bars.map(({ label, clicks, earned }) => [label, clicks, earned])).toEqual([
    ['Sun, May 10', 0, 0],
    ['Mon, May 11', 3, 1.5],
    ['Tue, May 12', 0, 0],
  ])
  const year = barsOf([row('2026-01-02', 1), row('2026-01-07', 2)], '2026-01-01', '2026-12-31')
  expect([year.length, year[0]?.clicks, year[0]?.label]).toEqual([53, 3, 'Jan 1 to 7'])
  expect([0, 0.3, 7, 20, 132].map(roundUp)).toEqual([1, 0.5, 10, 20, 200])
})

test('a comparison says up, down or the same, and nothing without a previous value', () => {
  expect(comparison(112, 100, 30)).toBe('Up 12% on the 30 days before')
  expect(comparison(97, 100, 1)).toBe('Down 3% on the 1 day before')
  expect(comparison(100, 100, 7)).toBe('The same as the 7 days before')
  expect(comparison(5, 0, 7)).toBe('No data for the previous 7 days')
  expect(comparison(0, 0, 7)).toBeNull()
})

test('a cell that a spreadsheet would run is written as text (R-389)', () => {
  const lines = csvOf('tag', [{ ...row('=1+1', 2, 1.5), label: '=1+1' }]).split('\r\n')
  expect(lines[1]).toBe("'=1+1,2,2,0,0.00,1.50,")
})
