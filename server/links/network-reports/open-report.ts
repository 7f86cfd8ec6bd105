import {
  REPORT_MAX_REFUSED,
  type ReportColumns,
  type ReportResult,
  type RowStatus,
} from '#contract/money/networks.ts'
import type { TableRow } from '../imports/table.ts'
import { FORMATS } from './format-list.ts'
import { columnsOf, formatOf } from './formats.ts'
import type { ReportFormat } from './report-format.ts'
import { headerKeyOf, readRows, toTable } from './report-table.ts'
import {
  readReportRow,
  rowReading,
  type Refusal,
  type ReportRow,
  type UnkeyedRow,
} from './report-rows.ts'
import { withKeys } from './row-keys.ts'

/** Uploaded report. The buffer is shared between the threads and not copied. */
export type RawReport = { id: number; bytes: SharedArrayBuffer; languages: string }

/** How the user wants a report to be read. Fields left out are determined by the column names. */
export type ReportReading = { network?: string | undefined; columns?: ReportColumns | undefined }

/** Facts about the column names of a report. */
export type ReportHead = {
  headers: ReportResult['headers']
  /** Same for reports with the same columns. */
  headerKey: string
  network: string | null
}

/** Sums in millionths of a unit as text, by currency and status. */
export type MicroTotals = Record<string, Record<RowStatus, string>>

/** Facts about the rows of a report. */
export type ReportFacts = Pick<
  ReportResult,
  'columns' | 'from' | 'missing' | 'network' | 'refused' | 'rows' | 'until'
> & {
  totals: MicroTotals
  refusedCount: number
  /** Number of rows that the file contains again. */
  repeated: number
}

/** Report in the worker thread. Its rows are read once and returned in batches. */
export class OpenReport {
  readonly #raw: RawReport
  #all: TableRow[] | undefined
  #rows: ReportRow[] = []

  constructor(raw: RawReport) {
    this.#raw = raw
  }

  async head(): Promise<ReportHead> {
    const { headers, rows } = toTable(await this.#read())
    const sample = (at: number) => rows[0]?.cells[at]?.slice(0, 60) ?? ''
    return {
      headers: headers.map((name, at) => ({ name, sample: sample(at) })),
      headerKey: headerKeyOf(headers),
      network: formatOf(headers)?.network ?? null,
    }
  }

  /** Reads all rows. They stay in memory for `rows`. */
  async facts({ network, columns: chosen }: ReportReading): Promise<ReportFacts> {
    const table = toTable(await this.#read(), chosen)
    const known = formatOf(table.headers)
    const format = network === undefined ? known : formatOfNetwork(network, known)
    const columns = { ...columnsOf(table.headers, format), ...chosen }
    const reading = rowReading(table, columns, format)
    const refused: (Refusal & { line: number })[] = []
    const read: UnkeyedRow[] = []
    const isUsable = reading.indexOf.has('date') && reading.indexOf.has('amount')
    for (const row of isUsable ? table.rows : []) {
      const result = readReportRow(reading, row)
      if ('reason' in result) refused.push({ ...result, line: row.row })
      else read.push(result)
    }
    this.#rows = withKeys(read, format?.hasUniqueId ?? reading.indexOf.has('id'))
    // The order of keys prevents that two imports at the same time block each other.
    this.#rows.sort((one, other) => (one.key < other.key ? -1 : 1))
    const name = network ?? format?.network ?? null
    return {
      network: isUsable ? name : null,
      columns,
      missing: isUsable && name !== null ? missingIn(refused) : 'columns',
      rows: table.rows.length,
      refused: refused.slice(0, REPORT_MAX_REFUSED).map(({ line, reason }) => ({ line, reason })),
      refusedCount: refused.length,
      repeated: read.length - this.#rows.length,
      totals: totalsOf(this.#rows),
      ...periodOf(this.#rows),
    }
  }

  /** Returns a batch of the rows. */
  async rows(reading: ReportReading, from: number, size: number): Promise<ReportRow[]> {
    // After a restart of the thread, the file is read again.
    if (this.#rows.length === 0) await this.facts(reading)
    return this.#rows.slice(from, from + size)
  }

  async #read(): Promise<TableRow[]> {
    const { bytes, languages } = this.#raw
    return (this.#all ??= await readRows(Buffer.from(new Uint8Array(bytes)), languages))
  }
}

/** Returns the format of a chosen network, or none if the user named another one. */
const formatOfNetwork = (network: string, known: ReportFormat | undefined) =>
  known?.network === network ? known : FORMATS.find((format) => format.network === network)

/** Returns what the user must choose so that refused rows can be read. */
const missingIn = (refused: readonly Refusal[]) =>
  refused.find(({ missing }) => missing !== undefined)?.missing ?? null

function totalsOf(rows: readonly ReportRow[]): MicroTotals {
  const sums = new Map<string, Record<RowStatus, bigint>>()
  for (const { currency, status, micros } of rows) {
    const sum = sums.get(currency) ?? { pending: 0n, approved: 0n, declined: 0n }
    sum[status] += BigInt(micros)
    sums.set(currency, sum)
  }
  return Object.fromEntries(
    Array.from(sums, ([currency, { pending, approved, declined }]) => [
      currency,
      { pending: String(pending), approved: String(approved), declined: String(declined) },
    ]),
  )
}

function periodOf(rows: readonly ReportRow[]): Pick<ReportFacts, 'from' | 'until'> {
  let [from, until] = ['9', '']
  for (const { happenedAt } of rows) {
    if (happenedAt < from) from = happenedAt
    if (happenedAt > until) until = happenedAt
  }
  return rows.length === 0 ? { from: null, until: null } : { from, until }
}
