import type { DateOrder, ImportEncoding, ImportPlan } from '#contract/imports.ts'
import type { PageMetadata } from '../extraction/parse-metadata.ts'
import type { Columns } from '../imports/columns.ts'
import type { ReadRow, RowRules } from '../imports/read-row.ts'

/** A file as it came, or as text of ours in UTF-8. Both threads see the same bytes, so none are copied. */
export type RawFile = { id: number; bytes: SharedArrayBuffer; isText: boolean; reading: Reading }
/** Choices of the person who imports a file, and the languages of their browser. */
export type Reading = {
  encoding?: ImportEncoding | undefined
  dateOrder?: DateOrder | undefined
  /** `Accept-Language` header. */
  languages?: string | undefined
}
export type RawPage = { body: Uint8Array; charset: string | undefined; url: string }
export type FileText = { bytes: Uint8Array<ArrayBuffer>; hash: string }
/** A file's own columns are found where it is read. */
export type FileRules = Omit<RowRules, 'columns' | 'dateOrder'>
/** Encoding of a file, and what its dates show. */
export type FileFacts = Pick<ImportPlan, 'encoding' | 'dates'>

/** What is asked of the thread; a step of a file names the file, so that a fresh thread can take it. */
export type Task =
  | { type: 'page'; page: RawPage }
  | { type: 'columns'; file: RawFile }
  | { type: 'facts'; file: RawFile }
  | { type: 'count'; file: RawFile }
  | { type: 'text'; file: RawFile }
  | { type: 'lot'; file: RawFile; rules: FileRules; from: number; size: number }
  | { type: 'forget'; id: number }

export type Answers = {
  page: PageMetadata
  columns: Columns
  facts: FileFacts
  count: number
  text: FileText
  /** The rows from number `from` on; none at the end. */
  lot: ReadRow[]
  forget: null
}
export type Answer = Answers[Task['type']]

export type ToThread = { asked: number; task: Task }
export type FromThread =
  | { type: 'ready' }
  | { type: 'answer'; asked: number; value: Answer }
  /** What is wrong with the file, for whoever sent it. */
  | { type: 'refused'; asked: number; message: string }
  | { type: 'failed'; asked: number; error: Error }
