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
import { readColumns, withoutHeader, withUnknownNames, type Columns } from './columns.ts'
import { refuseFile } from './decode.ts'

/** A row as it stands in the file, with the number that a spreadsheet gives it. */
export type TableRow = { row: number; cells: string[] }

export type Table = {
  columns: Columns
  /** The same rows each time. */
  rows(): AsyncGenerator<TableRow>
}

/** A cell that never ends has swallowed the rest of the file. */
const LONGEST_ROW = 100_000
/** One cell more than a file may have columns tells that there are too many. */
const LONGEST_KEPT = IMPORT_MAX_COLUMNS + 1
const LINE_ENDS = ['\r\n', '\n', '\r']
const PIECE = 64 * 1024

/** Finds the columns of a file; refuses one without rows or without addresses. */
export async function readTable(text: string): Promise<Table> {
  const [head, second] = await firstTwo(text)
  if (!head) return refuseFile(IMPORT_HEAD_ONLY_TEXT)
  if (head.cells.length > IMPORT_MAX_COLUMNS) return refuseFile(IMPORT_COLUMNS_TEXT)
  const named = readColumns(head.cells)
  // A line that holds an address is data, also if another cell of it reads like a column name.
  const bare = withoutHeader(head.cells)
  const columns =
    bare ?? (named.indexOf.has('url') ? named : withUnknownNames(head.cells, second?.cells))
  if (!columns) return refuseFile(IMPORT_NO_URL_TEXT)
  return {
    columns,
    async *rows() {
      for await (const record of recordsOf(text)) if (bare || record.row !== head.row) yield record
    },
  }
}

async function firstTwo(text: string): Promise<TableRow[]> {
  const found: TableRow[] = []
  for await (const record of recordsOf(text)) if (found.push(record) === 2) break
  return found
}

/** How many rows a file has; refuses none, too many, and what cannot be read to its end. */
export async function countRows(table: Table): Promise<number> {
  let count = 0
  for await (const _ of table.rows()) if (++count > IMPORT_MAX_ROWS) refuseFile(IMPORT_ROWS_TEXT)
  if (count === 0) refuseFile(IMPORT_HEAD_ONLY_TEXT)
  return count
}

async function* recordsOf(text: string): AsyncGenerator<TableRow> {
  const { body, delimiter, skipped } = opened(text)
  const parser = parse({
    delimiter,
    info: true,
    bom: true,
    // Files that were put together of several have more than one kind of line end.
    record_delimiter: LINE_ENDS,
    // A quotation mark counts beside blanks too, as people write lists by hand.
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
  })
  const source = Readable.from(pieces(body))
  source.pipe(parser)
  try {
    for await (const each of parser) {
      // The parser's own type does not know of `info`.
      const { record, info } = each as { record: string[]; info: Info }
      const isBlank = record.every((cell) => cell.trim() === '')
      if (!isBlank) yield { row: rowOf(info) + skipped, cells: record.slice(0, LONGEST_KEPT) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const last = rowOf(error as unknown as Info) + skipped
    refuseFile(
      `The file cannot be read below row ${last}: a quotation mark is opened there and not closed.`,
    )
  } finally {
    source.destroy()
  }
}

const rowOf = ({ records, empty_lines }: Info) => records + empty_lines

/** Never between the two halves of a character. */
function* pieces(text: string) {
  for (let at = 0; at < text.length;) {
    const end = at + PIECE
    const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
    yield text.slice(at, isHalf ? end + 1 : end)
    at = isHalf ? end + 1 : end
  }
}

/** Excel says its delimiter in a first line of its own. Otherwise the most frequent one of the head. */
function opened(text: string) {
  const [all = '', said] = /^\uFEFF?sep=(.)\r?\n/i.exec(text) ?? []
  if (said !== undefined) return { body: text.slice(all.length), delimiter: said, skipped: 1 }
  return { body: text, delimiter: delimiterOf(text), skipped: 0 }
}

function delimiterOf(text: string): string {
  const head = text
    .trimStart()
    .slice(0, LONGEST_ROW)
    .replace(/"[^"]*"/g, '')
  const line = /^[^\r\n]*/.exec(head)?.[0] ?? ''
  const count = (delimiter: string) => line.split(delimiter).length
  return [',', ';', '\t', '|'].reduce((best, next) => (count(next) > count(best) ? next : best))
}
