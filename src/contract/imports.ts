import * as v from 'valibot'
import { page, result, Uuid } from './common.ts'
import { LINK_DETAILS } from './exports.ts'

export const IMPORT_MAX_BYTES = 10 * 1024 * 1024
export const IMPORT_MAX_ROWS = 20_000
export const IMPORT_MAX_COLUMNS = 500
/** Number of first rows that a dry run shows. */
export const IMPORT_PREVIEW_ROWS = 20
export const IMPORT_ACCEPT = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain'

/**
 * Reasons for refusing a file, returned in `file` of the errors. The app shows the same texts
 * before it sends a file.
 */
export const IMPORT_SIZE_TEXT = `The file is larger than ${IMPORT_MAX_BYTES / 1024 / 1024} MB. Divide it into smaller ones.`
export const IMPORT_ROWS_TEXT = `The file has more than ${IMPORT_MAX_ROWS.toLocaleString('en-US')} rows. Divide it into smaller ones.`
export const IMPORT_COLUMNS_TEXT = `The file has more than ${IMPORT_MAX_COLUMNS} columns. Remove columns that are not about links.`
export const IMPORT_EMPTY_TEXT = 'The file is empty.'
export const IMPORT_HEAD_ONLY_TEXT = 'The file has column names but no rows.'
export const IMPORT_NOT_CSV_TEXT = 'This is not a CSV file.'
export const IMPORT_WORKBOOK_TEXT =
  'This is a spreadsheet file. Save it as CSV, then choose the CSV file.'
export const IMPORT_NO_URL_TEXT =
  'No column contains URLs. Name it url, long_url or destination in the first line.'
/** Reasons for refusing a file whose parsing was stopped. */
export const IMPORT_TIME_TEXT = 'Reading this file took too long. Divide it into smaller ones.'
export const IMPORT_MEMORY_TEXT = 'This file needs too much memory. Divide it into smaller ones.'
/** Reasons why an accepted import failed. */
export const IMPORT_BROKE_TEXT =
  'Something went wrong on the server. Start the import again. Links that you already have stay unchanged.'
export const IMPORT_DIED_TEXT =
  'The server stopped twice during this import. Try again with smaller files.'
export const IMPORT_RESTRICTED_TEXT =
  'The operator of this site paused or blocked this account, so the import ended early. Links imported before stay.'
export const IMPORT_RUNNING_TEXT =
  'Another import is running. Wait until it ends, or stop it first.'

/** Fields that a column of the file can map to. Other columns are ignored. */
export const IMPORT_FIELDS = ['url', 'short_code', 'short_url', 'domain', ...LINK_DETAILS] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

const Column = v.object({ header: v.string(), field: v.nullable(v.picklist(IMPORT_FIELDS)) })
export type ImportColumn = v.InferOutput<typeof Column>

/**
 * Result of a row. `existing`: the link exists and is not changed. `recoded`: a new link that could
 * not keep its code.
 */
export const RowOutcome = v.picklist(['new', 'existing', 'recoded', 'error'])
export type RowOutcome = v.InferOutput<typeof RowOutcome>

/** Rows per result. `new` includes `recoded`. */
const Counts = v.object({
  new: v.number(),
  existing: v.number(),
  recoded: v.number(),
  errors: v.number(),
})
export type ImportCounts = v.InferOutput<typeof Counts>

/** Row with a problem. Rows are numbered as in a spreadsheet: the column names are row 1. */
export const ImportProblem = v.object({
  row: v.number(),
  outcome: v.picklist(['recoded', 'error']),
  /** Column name in the file; empty if the problem concerns the whole row. */
  column: v.string(),
  message: v.string(),
  /** Cells of the row, for a file with the rows to correct. */
  cells: v.array(v.string()),
})
export type ImportProblem = v.InferOutput<typeof ImportProblem>

const PreviewRow = v.object({
  row: v.number(),
  outcome: RowOutcome,
  url: v.string(),
  short_code: v.string(),
  name: v.string(),
  tags: v.array(v.string()),
  collections: v.array(v.string()),
  message: v.string(),
})
export type PreviewRow = v.InferOutput<typeof PreviewRow>

/** Supported encodings of a file, named as in the Encoding Standard. */
export const IMPORT_ENCODINGS = [
  'utf-8',
  'windows-1252',
  'windows-1251',
  'shift_jis',
  'euc-kr',
  'big5',
  'gbk',
  'windows-1250',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'euc-jp',
  'koi8-r',
  'ibm866',
  'macintosh',
] as const
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number]

/** Order of day and month in dates such as 03/04/2026. */
export const DateOrder = v.picklist(['dmy', 'mdy'], 'Send dmy or mdy.')
export type DateOrder = v.InferOutput<typeof DateOrder>

/**
 * Encoding in which a file was read, and the reason: a byte order mark, valid UTF-8, UTF-8 with
 * damaged characters, the languages of the browser, the letters of the file, or a choice of the
 * user.
 */
export const FileEncoding = v.object({
  encoding: v.string(),
  reason: v.picklist(['mark', 'utf-8', 'damaged', 'language', 'letters', 'chosen']),
})
export type FileEncoding = v.InferOutput<typeof FileEncoding>

/** Dates of a file in which day and month are ambiguous. */
const AmbiguousDates = v.object({
  count: v.number(),
  /** Order found in other dates of the file or chosen by the user; null if unknown. */
  order: v.nullable(DateOrder),
})

/** Preview of an import. Nothing is written. */
export const ImportPlan = v.object({
  rows: v.number(),
  source: v.picklist(['split', 'bitly', 'other']),
  columns: v.array(Column),
  counts: Counts,
  /** Collections that the import would create. */
  new_collections: v.array(v.string()),
  /**
   * Collections and tags of the file that the user has in another case, with other accents or the
   * like. The import uses those of the user.
   */
  spellings: v.optional(v.array(v.object({ typed: v.string(), used: v.string() })), []),
  /** Hosts of short links in the file that are not ours. Their short addresses cannot be moved. */
  short_hosts: v.array(v.string()),
  /** Rows with a code whose host is not in the file or not ours. `link_domain_id` chooses one. */
  codes_elsewhere: v.optional(v.number(), 0),
  /** Visits that the file says another link shortener counted. */
  clicks_before: v.optional(v.number(), 0),
  /** Rows whose date cannot be read. They get today's date. */
  undated: v.number(),
  /** Some time zones of those dates that are not known. They are never taken for UTC. */
  unknown_zones: v.optional(v.array(v.string()), []),
  encoding: v.optional(FileEncoding, { encoding: 'utf-8', reason: 'utf-8' }),
  dates: v.optional(AmbiguousDates, { count: 0, order: null }),
  /** Rows whose address contained HTML escapes such as `&amp;`, which were decoded. */
  unescaped: v.optional(v.number(), 0),
  preview: v.array(PreviewRow),
  problems: v.array(ImportProblem),
})
export type ImportPlan = v.InferOutput<typeof ImportPlan>
export const ImportPlanResult = result(ImportPlan)

/** Started import. It continues without the app. */
export const LinkImport = v.object({
  id: Uuid,
  file_name: v.string(),
  status: v.picklist(['queued', 'running', 'done', 'cancelled', 'failed']),
  /** Rows of the file; `done` is the number of processed rows. */
  total: v.number(),
  done: v.number(),
  counts: Counts,
  new_collections: v.number(),
  /** Reason of the failure. */
  message: v.optional(v.string()),
  created_at: v.string(),
  finished_at: v.nullable(v.string()),
})
export type LinkImport = v.InferOutput<typeof LinkImport>
export const LinkImportResult = result(LinkImport)
export const LinkImports = page(LinkImport)

export const ImportProblems = v.object({
  header: v.array(v.string()),
  results: v.array(ImportProblem),
})
export type ImportProblems = v.InferOutput<typeof ImportProblems>
