import type { DateOrder, ImportEncoding, ImportPlan } from '#contract/imports.ts'
import type { PageMetadata } from '../extraction/parse-metadata.ts'
import type { ForeignPage } from '../foreign-pages/foreign-page.ts'
import type { Columns } from '../imports/columns.ts'
import type { ReadRow, RowRules } from '../imports/read-row.ts'
import type {
  RawReport,
  ReportFacts,
  ReportHead,
  ReportReading,
} from '../network-reports/open-report.ts'
import type { ReportRow } from '../network-reports/report-rows.ts'

/**
 * Uploaded file, or with `isText` our own text in UTF-8. The buffer is shared between the threads
 * and not copied.
 */
export type RawFile = { id: number; bytes: SharedArrayBuffer; isText: boolean; reading: Reading }
/** Options of the user for an import, and the browser's languages. */
export type Reading = {
  encoding?: ImportEncoding | undefined
  dateOrder?: DateOrder | undefined
  /** `Accept-Language` header. */
  languages?: string | undefined
}
export type RawPage = { body: Uint8Array; charset: string | undefined; url: string }
export type FileText = { bytes: Uint8Array<ArrayBuffer>; hash: string }
/** Rules for reading rows. The thread determines the columns and the date order itself. */
export type FileRules = Omit<RowRules, 'columns' | 'dateOrder'>
/** Encoding of a file and the facts about its dates. */
export type FileFacts = Pick<ImportPlan, 'encoding' | 'dates'>

/** Report of an affiliate network and how to read it. */
type ReportTask = { report: RawReport; reading: ReportReading }

/** Task for the thread. Each task contains its file, so that a new thread can run it. */
export type Task =
  | { type: 'page'; page: RawPage }
  | { type: 'foreign-page'; page: RawPage }
  | { type: 'columns'; file: RawFile }
  | { type: 'facts'; file: RawFile }
  | { type: 'count'; file: RawFile }
  | { type: 'text'; file: RawFile }
  | { type: 'batch'; file: RawFile; rules: FileRules; from: number; size: number }
  | { type: 'report-head'; report: RawReport }
  | ({ type: 'report-facts' } & ReportTask)
  | ({ type: 'report-rows'; from: number; size: number } & ReportTask)
  | { type: 'forget'; id: number }

export type Answers = {
  page: PageMetadata
  'foreign-page': ForeignPage
  columns: Columns
  facts: FileFacts
  count: number
  text: FileText
  /** Rows from number `from`; empty at the end. */
  batch: ReadRow[]
  'report-head': ReportHead
  'report-facts': ReportFacts
  'report-rows': ReportRow[]
  forget: null
}
export type Answer = Answers[Task['type']]

export type ToThread = { requestId: number; task: Task }
export type FromThread =
  | { type: 'ready' }
  | { type: 'answer'; requestId: number; value: Answer }
  /** Error in the file, to be shown to the user. */
  | { type: 'refused'; requestId: number; message: string }
  | { type: 'failed'; requestId: number; error: Error }
