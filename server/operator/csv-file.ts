import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { unescapeFormula } from '#contract/csv.ts'
import { ConfigError } from '../platform/config/config.ts'

export type CsvRow = { line: number; of: (column: string) => string }

const MAX_BYTES = 20 * 1024 * 1024

/**
 * Reads a CSV file with a header line. Throws on unknown columns. Removes the prefix that protects
 * cells from being run as formulas in a spreadsheet.
 */
export const readCsv = (path: string, columns: Columns): CsvRow[] =>
  rowsOf(path, readRecords(path), columns)

/** Reads the text of a CSV file, like `readCsv`. */
export const readCsvText = (text: string, columns: Columns): CsvRow[] =>
  rowsOf('The file', parseRecords('The file', text), columns)

/** Columns of a file. The others may be missing. */
export type Columns = { needed: string[]; others: string[] }

function rowsOf(path: string, records: string[][], { needed, others }: Columns): CsvRow[] {
  const head = (records[0] ?? []).map((name) => name.trim().toLowerCase())
  const missing = needed.filter((name) => !head.includes(name))
  if (missing.length > 0) throw new ConfigError(`${path} has no column ${missing.join(', ')}.`)
  const unknown = head.filter((name) => ![...needed, ...others].includes(name))
  if (unknown.length > 0) throw new ConfigError(`${path}: unknown column ${unknown[0]}.`)
  return records.slice(1).map((cells, index) => ({
    line: index + 2,
    of: (column) => unescapeFormula(cells[head.indexOf(column)]?.trim() ?? ''),
  }))
}

function readRecords(path: string): string[][] {
  try {
    const bytes = readFileSync(path)
    if (bytes.length > MAX_BYTES) throw new Error('it is larger than 20 MB')
    return parseRecords(path, bytes)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${path} cannot be read: ${(error as Error).message}.`)
  }
}

function parseRecords(path: string, content: Buffer | string): string[][] {
  try {
    return parse(content, { bom: true, skip_empty_lines: true })
  } catch (error) {
    throw new ConfigError(`${path} cannot be read: ${(error as Error).message}.`)
  }
}

/** Returns whether the text is a calendar day such as `2027-01-31`. Databases have no year 0. */
export const isDay = (day: string) =>
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(day) &&
  !Number.isNaN(Date.parse(day)) &&
  new Date(day).toISOString().startsWith(day)

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns whether the day has not yet begun in any time zone. */
export const isFutureDay = (day: string) => Date.parse(day) > Date.now() + DAY_MS

/** Converts an amount such as `12.30` to cents. Returns undefined for any other text. */
export function centsIn(written: string): number | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(written.trim()) ?? []
  return whole === '' ? undefined : Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}

/** Converts the amount of an option to cents. Throws if it is none. */
export function readCents(written: string | undefined, name: string): number {
  const cents = centsIn(written ?? '')
  if (cents === undefined) throw new ConfigError(`${name} must be an amount like 12.30.`)
  return cents
}

export function readNumbers(written: string[], name: string): number[] {
  if (written.length === 0) throw new ConfigError(`Name a ${name}.`)
  return written.map((one) => {
    if (!/^[1-9]\d{0,8}$/.test(one)) throw new ConfigError(`${one} is not a ${name} number.`)
    return Number(one)
  })
}
