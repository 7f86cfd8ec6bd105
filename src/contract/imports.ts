import * as v from 'valibot'
import { page, result, Uuid } from './common.ts'

export const IMPORT_MAX_BYTES = 10 * 1024 * 1024
export const IMPORT_MAX_ROWS = 20_000
export const IMPORT_MAX_COLUMNS = 500
/** How many of the first rows a dry run shows. */
export const IMPORT_PREVIEW_ROWS = 20
export const IMPORT_ACCEPT = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain'

/** Why a file is refused, at `file` of the errors; the app says the same before it sends one. */
export const IMPORT_SIZE_TEXT = `The file is larger than ${IMPORT_MAX_BYTES / 1024 / 1024} MB. Split it into smaller ones.`
export const IMPORT_ROWS_TEXT = `The file has more than ${IMPORT_MAX_ROWS.toLocaleString('en-US')} rows. Split it into smaller ones.`
export const IMPORT_COLUMNS_TEXT = `The file has more than ${IMPORT_MAX_COLUMNS} columns. Leave out those that say nothing about links.`
export const IMPORT_EMPTY_TEXT = 'The file is empty.'
export const IMPORT_HEAD_ONLY_TEXT = 'The file has a line of column names and no rows below it.'
export const IMPORT_NOT_CSV_TEXT = 'This is not a CSV file.'
export const IMPORT_WORKBOOK_TEXT =
  'This is a spreadsheet’s own format. Save it as CSV, then choose that file.'
export const IMPORT_NO_URL_TEXT =
  'No column holds the addresses. Name it url, long_url or destination in the first line.'
/** Reading it was cut off. */
export const IMPORT_TIME_TEXT = 'This file could not be read in time.'
export const IMPORT_MEMORY_TEXT =
  'This file takes too much memory to be read. Split it into smaller ones.'
/** Why an import broke off whose file was taken. */
export const IMPORT_BROKE_TEXT =
  'Something went wrong on the server. Start it again: what is there already is left as it is.'
export const IMPORT_DIED_TEXT =
  'The server stopped twice while it imported this file, so it was given up. Try it in smaller parts.'
export const IMPORT_RUNNING_TEXT =
  'Another import is still running. Wait until it ends, or stop it first.'

/** What a column of a file is to us; others are passed over. */
export const IMPORT_FIELDS = [
  'url',
  'short_code',
  'short_url',
  'domain',
  'name',
  'tags',
  'collections',
  'hidden',
  'created_at',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'expires_at',
  'fallback_url',
  'pass_query',
  'in_network',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

const Column = v.object({ header: v.string(), field: v.nullable(v.picklist(IMPORT_FIELDS)) })
export type ImportColumn = v.InferOutput<typeof Column>

/**
 * What becomes of a row. `existing`: the link is there already and is left as it is. `recoded`: a new
 * link whose code could not be kept.
 */
export const RowOutcome = v.picklist(['new', 'existing', 'recoded', 'error'])
export type RowOutcome = v.InferOutput<typeof RowOutcome>

/** `new` counts those with a fresh code as well. */
const Counts = v.object({
  new: v.number(),
  existing: v.number(),
  recoded: v.number(),
  errors: v.number(),
})
export type ImportCounts = v.InferOutput<typeof Counts>

/** A row that needs a look. Rows are counted as a spreadsheet does: the column names are row 1. */
export const ImportProblem = v.object({
  row: v.number(),
  outcome: v.picklist(['recoded', 'error']),
  /** As the file calls it; empty when the row as a whole is meant. */
  column: v.string(),
  message: v.string(),
  /** The row itself, for a file of the rows to be put right. */
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

/** Encodings in which a file can be read, by their names in the Encoding Standard. */
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
export const DateOrder = v.picklist(['dmy', 'mdy'], 'Say dmy or mdy.')
export type DateOrder = v.InferOutput<typeof DateOrder>

/**
 * Encoding in which a file was read, and why: a byte order mark, valid UTF-8, UTF-8 with damaged
 * characters, the languages of the browser, the letters of the file, or because it was chosen.
 */
export const FileEncoding = v.object({
  encoding: v.string(),
  reason: v.picklist(['mark', 'utf-8', 'damaged', 'language', 'letters', 'chosen']),
})
export type FileEncoding = v.InferOutput<typeof FileEncoding>

/** Dates of a file in which day and month cannot be told apart. */
const AmbiguousDates = v.object({
  /** Number of such dates. */
  count: v.number(),
  /** Order that other dates of the file show, or that was chosen; null if nobody knows. */
  order: v.nullable(DateOrder),
})

/** What an import of this file would do now; nothing is written. */
export const ImportPlan = v.object({
  rows: v.number(),
  source: v.picklist(['split', 'bitly', 'other']),
  columns: v.array(Column),
  counts: Counts,
  /** Collections that would be made. */
  new_collections: v.array(v.string()),
  /** Hosts of short links in the file that are not ours: those addresses cannot be moved. */
  short_hosts: v.array(v.string()),
  /** Rows whose date cannot be read, and which get today's. */
  undated: v.number(),
  encoding: v.optional(FileEncoding, { encoding: 'utf-8', reason: 'utf-8' }),
  dates: v.optional(AmbiguousDates, { count: 0, order: null }),
  /** Rows whose address had HTML escapes such as `&amp;`, which were undone. */
  unescaped: v.optional(v.number(), 0),
  preview: v.array(PreviewRow),
  problems: v.array(ImportProblem),
})
export type ImportPlan = v.InferOutput<typeof ImportPlan>
export const ImportPlanResult = result(ImportPlan)

/** An import that was started. It goes on by itself, whoever looks. */
export const LinkImport = v.object({
  id: Uuid,
  file_name: v.string(),
  status: v.picklist(['queued', 'running', 'done', 'cancelled', 'failed']),
  /** Rows of the file, and how many of them are through. */
  total: v.number(),
  done: v.number(),
  counts: Counts,
  new_collections: v.number(),
  /** Why it failed. */
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
