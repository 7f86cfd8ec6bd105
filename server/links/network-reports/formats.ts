import { REPORT_FIELDS, type ReportColumns, type ReportField } from '#contract/money/networks.ts'
import { FORMATS } from './format-list.ts'
import type { Names, ReportFormat } from './report-format.ts'

/** Names to propose for the columns of an unknown report. */
const COMMON: Partial<Record<ReportField, Names>> = {
  date: 'transactiondate orderdate eventdate saledate date created createdat datum',
  amount: 'commission commissionamount earnings payout revenue amount provision',
  currency: 'currency wahrung',
  status: 'status state',
  sub_id: 'subid subid1 sid clickref u1 customid epi epi1 afftrack',
  id: 'transactionid commissionid id',
  order: 'orderid ordernumber order',
  title: 'merchant advertiser brand program name product',
  sale: 'saleamount orderamount sale sales ordervalue',
}

/** Returns a column name without case, punctuation and the currency behind it: `Ad Fees($)`. */
export const normalizeHeader = (header: string): string =>
  header
    .replace(/[([]\s*(?:[A-Z]{3}|[A-Z]{0,2}[$€£¥])\s*[)\]]/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

const split = (names: Names) => names.split(/\s+/)
const hasOne = (headers: ReadonlySet<string>, names: Names) =>
  split(names).some((name) => headers.has(name))

/** Returns the format of a report by its column names; undefined if no network uses them. */
export function formatOf(headers: readonly string[]): ReportFormat | undefined {
  const names = new Set(headers.map(normalizeHeader))
  return FORMATS.find(
    ({ marks, fields }) =>
      marks.every((mark) => hasOne(names, mark)) &&
      hasOne(names, fields.date ?? '') &&
      hasOne(names, fields.amount ?? ''),
  )
}

/** Returns the header of each field, by the names of a format or by common ones. */
export function columnsOf(headers: readonly string[], format?: ReportFormat): ReportColumns {
  const names = headers.map(normalizeHeader)
  const columns: ReportColumns = {}
  for (const field of REPORT_FIELDS) {
    const wanted = split((format?.fields ?? COMMON)[field] ?? '')
    const found = wanted.map((name) => names.indexOf(name)).find((index) => index >= 0)
    if (found !== undefined) columns[field] = headers[found] ?? ''
  }
  return columns
}

/** Returns the positions of columns with these names. */
export function positionsOf(headers: readonly string[], names: Names): number[] {
  const wanted = split(names)
  return headers.flatMap((header, index) =>
    wanted.includes(normalizeHeader(header)) ? [index] : [],
  )
}
