import { Readable } from 'node:stream'
import { CsvError, parse, type Info } from 'csv-parse'
import {
  IMPORT_COLUMNS_TEXT,
  IMPORT_HEAD_ONLY_TEXT,
  IMPORT_MAX_COLUMNS,
  IMPORT_MAX_ROWS,
  IMPORT_NO_URL_TEXT,
  IMPORT_ROWS_TEXT,
} from '#contract/imports.ts'
import { readColumns, columnsWithoutHeader, guessUrlColumn, type Columns } from './columns.ts'
import { refuseFile } from './decode.ts'

/** Row of a file, with the number that a spreadsheet shows. */
export type TableRow = { row: number; cells: string[] }

export type Table = {
  columns: Columns
  /** Returns the rows from the start on each call. */
  rows(): AsyncGenerator<TableRow>
}

/**
 * Maximum characters of a row. An unclosed quotation mark would otherwise include the rest of the
 * file.
 */
const MAX_ROW_LENGTH = 100_000
/** Maximum cells to keep per row. One more than the limit shows that a row has too many. */
const MAX_KEPT_CELLS = IMPORT_MAX_COLUMNS + 1
const LINE_ENDS = ['\r\n', '\n', '\r']
const CHUNK_LENGTH = 64 * 1024

/** Detects the columns of a file. Throws if it has no rows or no URLs. */
export async function readTable(text: string): Promise<Table> {
  const [head, second] = await firstTwo(text)
  if (!head) return refuseFile(IMPORT_HEAD_ONLY_TEXT)
  if (head.cells.length > IMPORT_MAX_COLUMNS) return refuseFile(IMPORT_COLUMNS_TEXT)
  const named = readColumns(head.cells)
  // A first line with a URL is data, even if another cell looks like a column name.
  const headerless =
    columnsWithoutHeader(head.cells) ??
    (named.indexOf.has('url') ? undefined : columnsWithoutHeader(head.cells, { anywhere: true }))
  const columns =
    headerless ?? (named.indexOf.has('url') ? named : guessUrlColumn(head.cells, second?.cells))
  if (!columns) return refuseFile(IMPORT_NO_URL_TEXT)
  return {
    columns,
    async *rows() {
      for await (const record of recordsOf(text))
        if (headerless || record.row !== head.row) yield record
    },
  }
}

async function firstTwo(text: string): Promise<TableRow[]> {
  const found: TableRow[] = []
  for await (const record of recordsOf(text)) if (found.push(record) === 2) break
  return found
}

/**
 * Returns the number of rows. Throws if there are none or too many, or if the file cannot be read
 * to its end.
 */
export async function countRows(table: Table): Promise<number> {
  let count = 0
  for await (const _ of table.rows()) if (++count > IMPORT_MAX_ROWS) refuseFile(IMPORT_ROWS_TEXT)
  if (count === 0) refuseFile(IMPORT_HEAD_ONLY_TEXT)
  return count
}

/**
 * Returns the rows of a text that are not blank. Without a `chosen` delimiter, the first line
 * decides.
 */
export async function* recordsOf(text: string, chosen?: string): AsyncGenerator<TableRow> {
  const { body, delimiter, skipped } =
    chosen === undefined ? readDelimiter(text) : { body: text, delimiter: chosen, skipped: 0 }
  const parser = parse({
    delimiter,
    info: true,
    bom: true,
    // Files merged from several sources have mixed line endings.
    record_delimiter: LINE_ENDS,
    // Also detects a quotation mark next to spaces, as in lists typed by hand.
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_LENGTH,
  })
  const source = Readable.from(chunks(body))
  source.pipe(parser)
  try {
    for await (const each of parser) {
      // The parser's type declaration does not include `info`.
      const { record, info } = each as { record: string[]; info: Info }
      const isBlank = record.every((cell) => cell.trim() === '')
      if (!isBlank) yield { row: rowOf(info) + skipped, cells: record.slice(0, MAX_KEPT_CELLS) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const last = rowOf(error as unknown as Info) + skipped
    refuseFile(
      `We could not read the file below row ${last}, because a closing quotation mark is missing there.`,
    )
  } finally {
    source.destroy()
  }
}

const rowOf = ({ records, empty_lines }: Info) => records + empty_lines

/** Splits the text into pieces, but never inside a surrogate pair. */
function* chunks(text: string) {
  for (let at = 0; at < text.length;) {
    const end = at + CHUNK_LENGTH
    const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
    yield text.slice(at, isHalf ? end + 1 : end)
    at = isHalf ? end + 1 : end
  }
}

/** Determines the delimiter: Excel's `sep=` line, or the most frequent one in the first line. */
function readDelimiter(text: string) {
  const [line = '', delimiter] = /^\uFEFF?sep=(.)\r?\n/i.exec(text) ?? []
  if (delimiter !== undefined) return { body: text.slice(line.length), delimiter, skipped: 1 }
  return { body: text, delimiter: delimiterOf(text), skipped: 0 }
}

function delimiterOf(text: string): string {
  const head = text
    .trimStart()
    .slice(0, MAX_ROW_LENGTH)
    .replace(/"[^"]*"/g, '')
  const line = /^[^\r\n]*/.exec(head)?.[0] ?? ''
  const count = (delimiter: string) => line.split(delimiter).length
  return [',', ';', '\t', '|'].reduce((best, next) => (count(next) > count(best) ? next : best))
}
