import { createHash } from 'node:crypto'
import { REPORT_MAX_ROWS, REPORT_ROWS_TEXT, type ReportColumns } from '#contract/money/networks.ts'
import { IMPORT_HEAD_ONLY_TEXT } from '#contract/imports.ts'
import { decodeFile, refuseFile } from '../imports/decode.ts'
import { recordsOf, type TableRow } from '../imports/table.ts'
import { guessEncoding } from '../parsing/guess-encoding.ts'
import { formatOf, normalizeHeader } from './formats.ts'
import { isWorkbook, readWorkbook } from './workbook.ts'

/** Number of first lines in which the column names are searched. Some reports begin with a title. */
const HEAD_LINES = 15

export type ReportTable = { headers: string[]; rows: TableRow[] }

/** Reads a CSV, TSV or XLSX file into rows with the number of their line. */
export async function readRows(bytes: Buffer, languages: string): Promise<TableRow[]> {
  const rows: TableRow[] = []
  const source = isWorkbook(bytes) ? await readWorkbook(bytes) : textRows(bytes, languages)
  for await (const row of source)
    if (rows.push(row) > REPORT_MAX_ROWS + HEAD_LINES) refuseFile(REPORT_ROWS_TEXT)
  return rows
}

function textRows(bytes: Buffer, languages: string) {
  const { encoding } = guessEncoding(bytes, languages)
  const text = decodeFile(bytes, encoding).replace(/^\uFEFF/, '')
  return recordsOf(text, /^sep=./i.test(text) ? undefined : delimiterOf(text))
}

/** Returns the delimiter that one of the first lines contains most often. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 100_000)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/, HEAD_LINES)
  const most = (delimiter: string) => Math.max(...lines.map((line) => line.split(delimiter).length))
  return [',', ';', '\t', '|'].reduce((best, next) => (most(next) > most(best) ? next : best))
}

/** Separates the column names from the rows. Lines before the names are left out. */
export function toTable(all: readonly TableRow[], columns?: ReportColumns): ReportTable {
  const first = all.slice(0, HEAD_LINES)
  const named = first.findIndex(({ cells }) =>
    columns?.date !== undefined && columns.amount !== undefined
      ? cells.includes(columns.date) && cells.includes(columns.amount)
      : formatOf(cells) !== undefined,
  )
  const at = named >= 0 ? named : widest(first)
  const rows = all.slice(at + 1)
  if (rows.length === 0) refuseFile(IMPORT_HEAD_ONLY_TEXT)
  if (rows.length > REPORT_MAX_ROWS) refuseFile(REPORT_ROWS_TEXT)
  return { headers: all[at]?.cells ?? [], rows }
}

/** Returns the index of the first line with the most cells. */
function widest(rows: readonly TableRow[]): number {
  const widths = rows.map(({ cells }) => cells.filter((cell) => cell !== '').length)
  return widths.indexOf(Math.max(...widths))
}

/** Returns a key for the column names of a report, whatever their order. */
export const headerKeyOf = (headers: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(headers.map(normalizeHeader).toSorted()))
    .digest('base64url')
