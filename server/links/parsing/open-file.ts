import { createHash } from 'node:crypto'
import type { DateOrder, FileEncoding } from '#contract/imports.ts'
import { readDates, type DateFacts } from '../imports/date-order.ts'
import { decodeFile } from '../imports/decode.ts'
import { readRow, type ReadRow } from '../imports/read-row.ts'
import { countRows, readTable, type Table, type TableRow } from '../imports/table.ts'
import { guessEncoding } from './guess-encoding.ts'
import type { FileFacts, FileRules, FileText, RawFile } from './tasks.ts'

/**
 * Maximum characters in a batch. With long rows it ends early, so that the main thread is not
 * blocked for long.
 */
const MAX_BATCH_LENGTH = 400_000

/** Open file in the worker thread, read in batches of rows. */
export class OpenFile {
  readonly #text: string
  readonly #encoding: FileEncoding
  readonly #chosenOrder: DateOrder | undefined
  #dates: DateFacts | undefined
  #table: Table | undefined
  #rows: AsyncGenerator<TableRow> | undefined
  /** Number of rows read so far. */
  #at = 0

  constructor({ bytes, isText, reading }: RawFile) {
    const own = Buffer.from(new Uint8Array(bytes))
    const { encoding, dateOrder, languages = '' } = reading
    this.#chosenOrder = dateOrder
    this.#encoding = encoding ? { encoding, reason: 'chosen' } : guessEncoding(own, languages)
    this.#text = isText ? own.toString('utf8') : decodeFile(own, this.#encoding.encoding)
  }

  /** Returns the encoding, and the order of day and month in all dates of the file. */
  async facts(): Promise<FileFacts> {
    const { ambiguous, order } = await this.#datesOf(await this.#open())
    return {
      encoding: this.#encoding,
      dates: { count: ambiguous, order: this.#chosenOrder ?? order },
    }
  }

  async #datesOf(table: Table): Promise<DateFacts> {
    return (this.#dates ??= await readDates(table))
  }

  text(): FileText {
    const bytes = new TextEncoder().encode(this.#text)
    return { bytes, hash: createHash('sha256').update(bytes).digest('base64url') }
  }

  async columns() {
    return (await this.#open()).columns
  }

  async count(): Promise<number> {
    return countRows(await this.#open())
  }

  async batch(rules: FileRules, from: number, size: number): Promise<ReadRow[]> {
    const table = await this.#open()
    const rows = await this.#rowsFrom(table, from)
    const dateOrder = this.#chosenOrder ?? (await this.#datesOf(table)).order
    const batch: ReadRow[] = []
    for (let length = 0; batch.length < size && length < MAX_BATCH_LENGTH;) {
      const { value, done } = await rows.next()
      if (done) break
      batch.push(readRow({ ...rules, columns: table.columns, dateOrder }, value))
      length += value.cells.reduce((sum, cell) => sum + cell.length + 1, 0)
    }
    this.#at += batch.length
    return batch
  }

  async #open(): Promise<Table> {
    return (this.#table ??= await readTable(this.#text))
  }

  /** Returns the rows from this number. After a restart of the thread, earlier rows are skipped. */
  async #rowsFrom(table: Table, from: number) {
    if (this.#rows && this.#at === from) return this.#rows
    this.#rows = table.rows()
    for (this.#at = 0; this.#at < from; this.#at += 1) await this.#rows.next()
    return this.#rows
  }
}
