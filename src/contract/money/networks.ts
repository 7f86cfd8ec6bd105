import * as v from 'valibot'
import { MAX_ID, page, result, text, Uuid } from '../common.ts'

/** Affiliate networks whose reports are recognized, with their names. */
export const NETWORKS = {
  amazon: 'Amazon',
  awin: 'Awin',
  cj: 'CJ',
  impact: 'Impact',
  rakuten: 'Rakuten',
  shareasale: 'ShareASale',
  partnerize: 'Partnerize',
  skimlinks: 'Skimlinks',
  ebay: 'eBay',
  ltk: 'LTK',
  shopmy: 'ShopMy',
} as const
export type KnownNetwork = keyof typeof NETWORKS

/** Returns the name of a network. Networks that are not in the list are stored by name. */
export const networkName = (network: string): string =>
  Object.hasOwn(NETWORKS, network) ? NETWORKS[network as KnownNetwork] : network

export const REPORT_MAX_BYTES = 30 * 1024 * 1024
export const REPORT_MAX_ROWS = 150_000
export const REPORT_ACCEPT =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Maximum number of refused rows that an answer names. */
export const REPORT_MAX_REFUSED = 1000

export const REPORT_SIZE_TEXT = `The file is larger than ${REPORT_MAX_BYTES / 1024 / 1024} MB. Choose a shorter period.`
export const REPORT_ROWS_TEXT = `The file has more than ${REPORT_MAX_ROWS.toLocaleString('en-US')} rows. Choose a shorter period.`
export const REPORT_NO_TABLE_TEXT = 'This is not a CSV, TSV or XLSX file.'
export const REPORT_UNKNOWN_TEXT =
  'We don’t know these columns. Choose the network and its columns.'
export const REPORT_NO_CURRENCY_TEXT = 'The file names no currency. Choose one.'
export const REPORT_DATES_TEXT = 'Choose whether dates start with the day or the month.'

/** Fields of a row that a column can contain. `date` and `amount` are required. */
export const REPORT_FIELDS = [
  'date',
  'amount',
  'currency',
  'status',
  'sub_id',
  'id',
  'order',
  'item',
  'title',
  'sale',
] as const
export const ReportField = v.picklist(REPORT_FIELDS)
export type ReportField = v.InferOutput<typeof ReportField>

const Header = v.pipe(v.string(), v.maxLength(500))

/** How a report is read: the header of each field, and what the file does not say itself. */
export const ReportColumns = v.object({
  ...v.entriesFromList(REPORT_FIELDS, v.optional(Header)),
  /** Currency of all amounts if no column has one, as an ISO 4217 code. */
  currency_code: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'Enter a code such as EUR.'))),
  /** Order of day and month in dates such as 03/04/2026. */
  date_order: v.optional(v.picklist(['dmy', 'mdy'])),
})
export type ReportColumns = v.InferOutput<typeof ReportColumns>

export const RowStatus = v.picklist(['pending', 'approved', 'declined'])
export type RowStatus = v.InferOutput<typeof RowStatus>

/** Sums of one currency in its units, for instance 12.5 euros. */
const Totals = v.object({ pending: v.number(), approved: v.number(), declined: v.number() })
export type Totals = v.InferOutput<typeof Totals>
const TotalsByCurrency = v.record(v.string(), Totals)
export type TotalsByCurrency = v.InferOutput<typeof TotalsByCurrency>

/** Result of POST networks/reports/, the same for a dry run. */
export const ReportResult = v.object({
  /** Null if the columns are not known and none were chosen. Nothing can be imported then. */
  network: v.nullable(v.string()),
  /** Choice that is needed before the report can be imported. */
  missing: v.nullable(v.picklist(['columns', 'currency', 'date_order'])),
  file_name: v.string(),
  rows: v.number(),
  /** First and last day of the rows; null without readable rows. */
  from: v.nullable(v.string()),
  until: v.nullable(v.string()),
  counts: v.object({
    new: v.number(),
    /** Rows with another amount, status or text than before. */
    changed: v.number(),
    /** Rows that are already here, and rows that the file contains twice. */
    same: v.number(),
    /** New, changed and same rows that match no link. */
    unmatched: v.number(),
    refused: v.number(),
  }),
  totals: TotalsByCurrency,
  /** Rows that cannot be read, with the line in the file. */
  refused: v.array(v.object({ line: v.number(), reason: v.string() })),
  /** Columns of the file with a value of its first row. */
  headers: v.array(v.object({ name: v.string(), sample: v.string() })),
  columns: ReportColumns,
})
export type ReportResult = v.InferOutput<typeof ReportResult>
export const ReportAnswer = result(ReportResult)

/** Income of a network in the last 30 days. */
const NetworkSummary = v.object({
  network: v.string(),
  /** Last day of its newest report. */
  reported_until: v.nullable(v.string()),
  /** Rows in the last 30 days that are not declined. */
  orders: v.number(),
  totals: TotalsByCurrency,
  /** Approved amounts in US dollars. Currencies without an exchange rate are left out. */
  approved_dollars: v.number(),
})
export type NetworkSummary = v.InferOutput<typeof NetworkSummary>

/** Income outside Split in US dollars at the operator's daily rates, and what has no rate. */
export const EarnedElsewhere = v.object({
  approved: v.number(),
  pending: v.number(),
  /** Sums of currencies without an exchange rate. */
  unconverted: TotalsByCurrency,
})
export type EarnedElsewhere = v.InferOutput<typeof EarnedElsewhere>

/** Body of GET networks/. Sums cover the last 30 days. */
export const Networks = v.object({
  results: v.array(NetworkSummary),
  earned_elsewhere: EarnedElsewhere,
  /** Rows of all time that match no link. */
  unmatched: v.number(),
  /** Report that is being imported now. */
  running: v.nullable(v.object({ done: v.number(), rows: v.number() })),
})
export type Networks = v.InferOutput<typeof Networks>

/** Row of a report. */
export const NetworkRow = v.object({
  id: v.number(),
  network: v.string(),
  happened_at: v.string(),
  amount: v.number(),
  currency: v.string(),
  status: RowStatus,
  title: v.string(),
  order: v.string(),
  sub_id: v.string(),
  link_uuid: v.nullable(Uuid),
})
export type NetworkRow = v.InferOutput<typeof NetworkRow>
export const NetworkRows = page(NetworkRow)
export const OneNetworkRow = result(NetworkRow)

/** Body of PATCH networks/rows/{id}/. Null removes the link. */
export const NetworkRowEdit = v.object({ link_uuid: v.nullable(Uuid) })
export type NetworkRowEdit = v.InferOutput<typeof NetworkRowEdit>
export const RowId = v.pipe(
  v.string(),
  v.regex(/^\d{1,10}$/),
  v.transform(Number),
  v.maxValue(MAX_ID),
)

/** Tracking id of an Amazon associate, such as `ana-20`; empty for none. */
const AmazonTag = v.pipe(
  text(60),
  v.regex(/^[\w-]*$/, 'Enter a tracking id such as name-20, without spaces.'),
)

/** Body of networks/settings/: what redirects to affiliate networks add. */
const NetworkSettings = v.object({
  /** Whether a click key is added as the network's sub-id. */
  add_sub_ids: v.boolean(),
  amazon_tag: v.string(),
})
export type NetworkSettings = v.InferOutput<typeof NetworkSettings>
export const OneNetworkSettings = result(NetworkSettings)

/** Body of PATCH networks/settings/. Fields left out keep their value. */
export const NetworkSettingsEdit = v.object({
  add_sub_ids: v.optional(v.boolean()),
  amazon_tag: v.optional(AmazonTag),
})
export type NetworkSettingsEdit = v.InferOutput<typeof NetworkSettingsEdit>
