import type { PageMetadata } from '../extraction/parse-metadata.ts'
import type { Columns } from '../imports/columns.ts'
import type { ReadRow, RowRules } from '../imports/read-row.ts'

/** A file as it came, or as text of ours in UTF-8. Both threads see the same bytes, so none are copied. */
export type RawFile = { id: number; bytes: SharedArrayBuffer; isText: boolean }
export type RawPage = { body: Uint8Array; charset: string | undefined; url: string }
export type FileText = { bytes: Uint8Array<ArrayBuffer>; hash: string }
/** A file's own columns are found where it is read. */
export type FileRules = Omit<RowRules, 'columns'>

/** What is asked of the thread; a step of a file names the file, so that a fresh thread can take it. */
export type Task =
  | { type: 'page'; page: RawPage }
  | { type: 'columns'; file: RawFile }
  | { type: 'count'; file: RawFile }
  | { type: 'text'; file: RawFile }
  | { type: 'lot'; file: RawFile; rules: FileRules; from: number; size: number }
  | { type: 'forget'; id: number }

export type Answers = {
  page: PageMetadata
  columns: Columns
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
