import type { DateOrder } from '#contract/imports.ts'
import type { ReportColumns, ReportField, RowStatus } from '#contract/money/networks.ts'
import { isCurrency } from '../../platform/currencies.ts'
import type { TableRow } from '../imports/table.ts'
import { currencyIn, parseAmount, provenDecimal, type DecimalSign } from './amounts.ts'
import { parseDate, provenOrder } from './dates.ts'
import { positionsOf } from './formats.ts'
import type { ReportFormat } from './report-format.ts'
import type { ReportTable } from './report-table.ts'
import { isSet, readStatus } from './statuses.ts'

/** Row of a report. Amounts are whole millionths of a unit, written as text. */
export type ReportRow = {
  line: number
  /** Identifies the row among all reports of its network. */
  key: string
  happenedAt: string
  micros: string
  saleMicros: string | null
  currency: string
  status: RowStatus
  subId: string
  order: string
  item: string
  title: string
}

/** Row before its key is known. `id` is empty if the report has none. */
export type UnkeyedRow = Omit<ReportRow, 'key'> & { id: string }

/** Reason why a row cannot be read, and what the user could choose to change that. */
export type Refusal = { reason: string; missing?: 'currency' | 'date_order' }

/** How the rows of a file are read. */
export type RowReading = {
  indexOf: ReadonlyMap<ReportField, number>
  decimal: DecimalSign | undefined
  order: DateOrder | null
  /** Currency of rows that name none; undefined if it is not known. */
  currency: string | undefined
  status: RowStatus
  flags: { declined: number[]; approved: number[] }
}

/** Determines how the rows are read: by the columns, the format and what the values prove. */
export function rowReading(
  { headers, rows }: ReportTable,
  columns: ReportColumns,
  format: ReportFormat | undefined,
): RowReading {
  const indexOf = new Map<ReportField, number>()
  for (const [field, header] of Object.entries(columns)) {
    const index = header === undefined ? -1 : headers.indexOf(header)
    if (field !== 'currency_code' && field !== 'date_order' && index >= 0)
      indexOf.set(field as ReportField, index)
  }
  const valuesOf = (field: ReportField) => {
    const index = indexOf.get(field)
    return index === undefined ? [] : rows.map(({ cells }) => cells[index] ?? '')
  }
  const flags = format?.flags ?? { declined: '', approved: '' }
  return {
    indexOf,
    decimal: most([...valuesOf('amount'), ...valuesOf('sale')].map(provenDecimal)),
    order: columns.date_order ?? orderOf(valuesOf('date')) ?? format?.dateOrder ?? null,
    currency: columns.currency_code ?? currencyIn(columns.amount ?? '') ?? format?.currency,
    status: format?.status ?? 'pending',
    flags: {
      declined: positionsOf(headers, flags.declined),
      approved: positionsOf(headers, flags.approved),
    },
  }
}

/** Returns the value that most of the others agree on. */
function most(signs: readonly (DecimalSign | undefined)[]): DecimalSign | undefined {
  const points = signs.filter((sign) => sign === '.').length
  const commas = signs.filter((sign) => sign === ',').length
  return points === commas ? undefined : points > commas ? '.' : ','
}

/** Returns the order of day and month that the dates prove; undefined if they prove none or both. */
function orderOf(dates: readonly string[]): DateOrder | undefined {
  const orders = new Set(dates.map(provenOrder))
  if (orders.has('dmy') === orders.has('mdy')) return undefined
  return orders.has('dmy') ? 'dmy' : 'mdy'
}

const MAX_TEXT = 200
const text = (cell: string) =>
  // oxlint-disable-next-line no-control-regex -- PostgreSQL cannot store NUL
  cell.replaceAll(/[\u0000\p{Surrogate}]/gu, '').slice(0, MAX_TEXT)

/** Reads a row, or returns the reason why it cannot be read. */
export function readReportRow(reading: RowReading, row: TableRow): UnkeyedRow | Refusal {
  const cell = (field: ReportField) => row.cells[reading.indexOf.get(field) ?? -1] ?? ''
  const [date, amount] = [cell('date'), cell('amount')]
  if (date === '' && /^(?:grand )?totals?\b/i.test(row.cells.find(Boolean) ?? ''))
    return { reason: 'This line contains totals.' }
  const happenedAt = parseDate(date, reading.order)
  if (!happenedAt) return refusedDate(date, reading)
  const micros = parseAmount(amount, reading.decimal)
  if (micros === undefined)
    return {
      reason:
        amount === '' ? 'The amount is missing.' : `We can’t read the amount “${short(amount)}”.`,
    }
  const currency = currencyOf(cell('currency'), amount, reading)
  if (currency === undefined) return refusedCurrency(cell('currency'))
  const status = statusOf(cell('status'), row, reading)
  if (status === undefined)
    return { reason: `We don’t know the status “${short(cell('status'))}”.` }
  return {
    line: row.row,
    id: text(cell('id')),
    happenedAt: happenedAt.toISOString(),
    micros: String(micros),
    saleMicros: cell('sale') === '' ? null : toText(parseAmount(cell('sale'), reading.decimal)),
    currency,
    status,
    subId: text(cell('sub_id')),
    order: text(cell('order')),
    item: text(cell('item')),
    title: text(cell('title')),
  }
}

function refusedDate(date: string, { order }: RowReading): Refusal {
  if (date === '') return { reason: 'The date is missing.' }
  const reason = `We can’t read the date “${short(date)}”.`
  return order === null && provenOrder(date) === 'either'
    ? { reason, missing: 'date_order' }
    : { reason }
}

const refusedCurrency = (currency: string): Refusal =>
  currency === ''
    ? { reason: 'The currency is missing.', missing: 'currency' }
    : { reason: `We don’t know the currency “${short(currency)}”.` }

const short = (cell: string) => (cell.length > 40 ? `${text(cell).slice(0, 40)}…` : text(cell))
const toText = (micros: bigint | undefined) => (micros === undefined ? null : String(micros))

function currencyOf(cell: string, amount: string, { currency }: RowReading): string | undefined {
  const written = cell.trim().toUpperCase()
  if (written !== '') return isCurrency(written) ? written : currencyIn(cell)
  return currencyIn(amount) ?? currency
}

function statusOf(cell: string, row: TableRow, reading: RowReading): RowStatus | undefined {
  const { flags, status } = reading
  if (cell.trim() !== '') return readStatus(cell)
  const isOneSet = (positions: number[]) => positions.some((at) => isSet(row.cells[at] ?? ''))
  if (isOneSet(flags.declined)) return 'declined'
  return isOneSet(flags.approved) ? 'approved' : status
}
