import type { DateOrder } from '#contract/imports.ts'
import { dayAndMonth, parseMoment } from '../imports/moments.ts'

/** Date with a year of two digits, as spreadsheets write it: `5/12/26 10:00`. */
const SHORT_YEAR = /^(\d\d?)([-/.])(\d\d?)\2(\d\d)(?!\d)/
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/
/** Day number of a spreadsheet, from 1990 to 2099, perhaps with a time. */
const SERIAL = /^(3[2-9]\d{3}|[4-6]\d{4}|7[0-2]\d{3})(?:\.\d+)?$/
const SERIAL_EPOCH = Date.UTC(1899, 11, 30)
const DAY_MS = 24 * 60 * 60 * 1000

const normalized = (cell: string) =>
  cell.trim().replace(SHORT_YEAR, '$1$2$3$220$4').replace(COMPACT, '$1-$2-$3')

/** Returns the order of day and month that a date proves. */
export function provenOrder(cell: string): DateOrder | 'either' | undefined {
  return dayAndMonth(normalized(cell))
}

/** Parses a date of a report, in UTC. Returns undefined for other texts and an unknown order. */
export function parseDate(cell: string, order: DateOrder | null): Date | undefined {
  const text = cell.trim()
  if (SERIAL.test(text)) return new Date(SERIAL_EPOCH + Math.round(Number(text) * DAY_MS))
  return parseMoment(normalized(text), order)
}
