import { isoOf } from './clock.ts'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH = `(?:${MONTHS.join('|')})[a-z]{0,6}`
const DAY = String.raw`\d\d?(?:st|nd|rd|th)?`
/** Date with the month in letters: `May 12, 2026`, `12 May 2026`, `12-May-2026`, `May 2026`. */
const DATE = String.raw`(?:${DAY}[ .-]+${MONTH}|${MONTH}\.?(?:[ .-]+${DAY})?)[ .,-]+\d{4}`
const WEEKDAY = String.raw`(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6}\.?,?\s+)?`

/** Date, then perhaps a time: `12 May 2026 10:00 PDT`. */
const DATE_FIRST = new RegExp(String.raw`^${WEEKDAY}(${DATE})(?:(?:T|[ ,]+|,? at )(\d.*))?$`, 'i')
/** Time before the year, as programs of Unix write it: `Tue May 12 10:00:00 PST 2026`. */
const YEAR_AT_END = new RegExp(
  String.raw`^${WEEKDAY}(${MONTH} +${DAY}) +(\d\d?:\d\d(?::\d\d)?(?: +\S+)*?) +(\d{4})$`,
  'i',
)

/**
 * Returns a date with its month in English letters in ISO form: '' if its day does not exist or its
 * zone is unknown, undefined for any other text.
 */
export function parseWords(text: string): string | undefined {
  const [, monthAndDay, early, year] = YEAR_AT_END.exec(text) ?? []
  if (monthAndDay !== undefined) return isoOfWords(`${monthAndDay} ${year}`, early)
  const [, date, clock] = DATE_FIRST.exec(text) ?? []
  return date === undefined ? undefined : isoOfWords(date, clock)
}

function isoOfWords(date: string, clock: string | undefined): string {
  const [year = ''] = /\d{4}$/.exec(date) ?? []
  const [letters = ''] = /[a-z]{3}/i.exec(date.replace(/\d(?:st|nd|rd|th)\b/i, '')) ?? []
  const [day = '1'] = /\d+/.exec(date.slice(0, -year.length)) ?? []
  return isoOf(year, String(MONTHS.indexOf(letters.toLowerCase()) + 1), day, clock)
}
