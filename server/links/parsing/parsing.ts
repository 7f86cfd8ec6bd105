import type { PageMetadata } from '../extraction/parse-metadata.ts'
import type { ForeignPage } from '../foreign-pages/foreign-page.ts'
import type { Columns } from '../imports/columns.ts'
import type { ReadRow } from '../imports/read-row.ts'
import type {
  RawReport,
  ReportFacts,
  ReportHead,
  ReportReading,
} from '../network-reports/open-report.ts'
import type { ReportRow } from '../network-reports/report-rows.ts'
import { createTurns } from '../../platform/limit/turns.ts'
import { ParsingThread } from './in-thread.ts'
import type { FileFacts, FileRules, FileText, RawFile, RawPage, Reading } from './tasks.ts'

/** Open file. */
export type ParsedFile = {
  columns(): Promise<Columns>
  facts(): Promise<FileFacts>
  count(): Promise<number>
  text(): Promise<FileText>
  /** Reads all rows from the first one in batches. */
  lots(rules: FileRules, size: number): AsyncGenerator<ReadRow[]>
}

/** Open report of an affiliate network. */
export type ParsedReport = {
  head(): Promise<ReportHead>
  facts(reading: ReportReading): Promise<ReportFacts>
  rows(reading: ReportReading, from: number, size: number): Promise<ReportRow[]>
}

/** Parser of untrusted content. It runs in a separate thread, so that redirects are not delayed. */
export type Parsing = {
  page(page: RawPage): Promise<PageMetadata>
  /** Reads the links of a page at another service. */
  foreignPage(page: RawPage): Promise<ForeignPage>
  /** Keeps the file in memory while `work` runs. */
  withFile<T>(
    bytes: Uint8Array,
    options: { isText: boolean; reading?: Reading },
    work: (file: ParsedFile) => Promise<T>,
  ): Promise<T>
  /** Keeps the report in memory while `work` runs. `languages` is an `Accept-Language` header. */
  withReport<T>(
    bytes: Uint8Array,
    languages: string,
    work: (report: ParsedReport) => Promise<T>,
  ): Promise<T>
  stop(): Promise<void>
}

/**
 * Maximum time in milliseconds per task. The largest allowed pages and files take a fraction of it,
 * even on a busy machine.
 */
const DEADLINES = { page: 10_000, file: 20_000 }
/** Maximum number of open files. Others wait, which limits the memory. */
const MAX_OPEN_FILES = 6
/** Maximum number of open reports, which can be larger than files with links. */
const MAX_OPEN_REPORTS = 2

export type ParsingOptions = { deadlines?: typeof DEADLINES; entry?: URL }

export function createParsing({ deadlines = DEADLINES, entry }: ParsingOptions = {}): Parsing {
  const thread = new ParsingThread(entry)
  const turns = createTurns({ maxRunning: MAX_OPEN_FILES })
  const reportTurns = createTurns({ maxRunning: MAX_OPEN_REPORTS })
  let files = 0
  return {
    page: (page) => thread.ask({ type: 'page', page }, deadlines.page),
    foreignPage: (page) => thread.ask({ type: 'foreign-page', page }, deadlines.page),
    withFile: (bytes, { isText, reading = {} }, work) =>
      turns.run(async () => {
        files += 1
        const raw = { id: files, bytes: shared(bytes), isText, reading }
        try {
          return await work(toParsedFile(thread, raw, deadlines.file))
        } finally {
          thread.forget(raw.id)
        }
      }),
    withReport: (bytes, languages, work) =>
      reportTurns.run(async () => {
        files += 1
        const report = { id: files, bytes: shared(bytes), languages }
        try {
          return await work(toParsedReport(thread, report, deadlines.file))
        } finally {
          thread.forget(report.id)
        }
      }),
    stop: () => thread.stop(),
  }
}

function toParsedFile(thread: ParsingThread, file: RawFile, ms: number): ParsedFile {
  return {
    columns: () => thread.ask({ type: 'columns', file }, ms),
    facts: () => thread.ask({ type: 'facts', file }, ms),
    count: () => thread.ask({ type: 'count', file }, ms),
    text: () => thread.ask({ type: 'text', file }, ms),
    async *lots(rules, size) {
      const ask = (from: number) => thread.ask({ type: 'batch', file, rules, from, size }, ms)
      let from = 0
      let nextBatch = ask(from)
      for (let batch = await nextBatch; batch.length > 0; batch = await nextBatch) {
        from += batch.length
        // Read the next batch while this one is processed. An error is thrown when its turn comes.
        nextBatch = ask(from)
        nextBatch.catch(() => {})
        yield batch
      }
    },
  }
}

const toParsedReport = (thread: ParsingThread, report: RawReport, ms: number): ParsedReport => ({
  head: () => thread.ask({ type: 'report-head', report }, ms),
  facts: (reading) => thread.ask({ type: 'report-facts', report, reading }, ms),
  rows: (reading, from, size) =>
    thread.ask({ type: 'report-rows', report, reading, from, size }, ms),
})

function shared(bytes: Uint8Array): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.length)
  new Uint8Array(buffer).set(bytes)
  return buffer
}
