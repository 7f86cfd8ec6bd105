import { and, eq } from 'drizzle-orm'
import {
  REPORT_DATES_TEXT,
  REPORT_NO_CURRENCY_TEXT,
  REPORT_UNKNOWN_TEXT,
  type ReportColumns,
  type ReportResult,
} from '#contract/money/networks.ts'
import { IMPORT_MEMORY_TEXT, IMPORT_TIME_TEXT } from '#contract/imports.ts'
import type {
  ReportFacts,
  ReportHead,
  ReportReading,
} from '../../links/network-reports/open-report.ts'
import { ParsingEnded } from '../../links/parsing/in-thread.ts'
import type { ParsedReport } from '../../links/parsing/parsing.ts'
import { nextChange } from '../../platform/db/changes.ts'
import { networkFormats, networkReports } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { toTotals } from '../../links/network-income/units.ts'
import { bookRows } from './book-rows.ts'
import { updateLinkSums } from '../../links/network-income/link-sums.ts'
import { createMatcher } from './match-rows.ts'
import type { SentReport } from './receive-report.ts'

/** Number of rows per statement. */
const BATCH_SIZE = 1000

const MISSING_TEXTS = {
  columns: REPORT_UNKNOWN_TEXT,
  currency: REPORT_NO_CURRENCY_TEXT,
  date_order: REPORT_DATES_TEXT,
}

type Options = { userId: string; isDryRun: boolean; now: Date }

/** Imports a report, or returns what an import would do. */
export async function importReport(
  deps: Deps,
  sent: SentReport,
  options: Options,
): Promise<ReportResult> {
  try {
    return await deps.parsing.withReport(sent.bytes, sent.languages, (file) =>
      readReport(deps, file, sent, options),
    )
  } catch (error) {
    if (!(error instanceof ParsingEnded)) throw error
    throw new FieldError('file', error.why === 'time' ? IMPORT_TIME_TEXT : IMPORT_MEMORY_TEXT)
  }
}

async function readReport(
  deps: Deps,
  file: ParsedReport,
  sent: SentReport,
  options: Options,
): Promise<ReportResult> {
  const head = await file.head()
  const reading = await readingOf(deps, head, sent, options.userId)
  const facts = await file.facts(reading)
  const { network, missing } = facts
  if (missing !== null && !options.isDryRun) throw new FieldError('columns', MISSING_TEXTS[missing])
  const counts =
    network === null || missing === 'columns'
      ? { added: 0, changed: 0, same: 0, unmatched: 0 }
      : await bookReport(deps, file, { ...options, sent, reading, facts, network })
  if (!options.isDryRun && sent.columns && network !== null)
    await rememberFormat(deps, options.userId, head.headerKey, network, sent.columns)
  return toResult(head, facts, counts, sent.fileName)
}

/** Returns how the report is read: as the user chose now, as they chose before, or by its columns. */
async function readingOf(
  { db }: Deps,
  { headerKey }: ReportHead,
  { network, columns }: SentReport,
  userId: string,
): Promise<ReportReading> {
  if (columns) return { network, columns }
  const [known] = await db
    .select()
    .from(networkFormats)
    .where(and(eq(networkFormats.userId, userId), eq(networkFormats.headerKey, headerKey)))
  if (!known || (network !== undefined && network !== known.network)) return { network }
  return { network: known.network, columns: known.columns }
}

async function rememberFormat(
  { db }: Deps,
  userId: string,
  headerKey: string,
  network: string,
  columns: ReportColumns,
): Promise<void> {
  await db
    .insert(networkFormats)
    .values({ userId, headerKey, network, columns })
    .onConflictDoUpdate({
      target: [networkFormats.userId, networkFormats.headerKey],
      set: { network, columns },
    })
}

type Booking = Options & {
  sent: SentReport
  reading: ReportReading
  facts: ReportFacts
  network: string
}

/** Compares or stores the rows in batches, each in its own transaction, and counts them. */
async function bookReport(deps: Deps, file: ParsedReport, booking: Booking) {
  const { userId, isDryRun, reading, facts, network, now } = booking
  const until = facts.until === null ? null : new Date(facts.until)
  const reportedAt = booking.sent.exportedAt ?? until ?? now
  const match = await createMatcher(deps.db, userId)
  const report = isDryRun ? null : await startReport(deps, booking, until)
  const counts = { added: 0, changed: 0, same: 0, unmatched: 0 }
  for (let done = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- in order, so that little memory is needed
    const rows = await file.rows(reading, done, BATCH_SIZE)
    if (rows.length === 0) break
    const matched = rows.map((row) => ({ ...row, ...match(row) }))
    // oxlint-disable-next-line no-await-in-loop -- in order
    const booked = await bookRows(deps.sql, {
      userId,
      network,
      reportedAt,
      rows: matched,
      isDryRun,
    })
    for (const outcome of ['added', 'changed', 'same', 'unmatched'] as const)
      counts[outcome] += booked[outcome]
    done += rows.length
    // oxlint-disable-next-line no-await-in-loop -- in order
    if (report)
      await deps.db.update(networkReports).set({ done }).where(eq(networkReports.id, report))
  }
  if (report) await finishReport(deps, userId, report)
  return counts
}

async function startReport(
  { db }: Deps,
  { userId, network, sent, facts }: Booking,
  until: Date | null,
): Promise<string> {
  const [report] = await db
    .insert(networkReports)
    .values({ userId, network, fileName: sent.fileName, until, rows: facts.rows })
    .returning({ id: networkReports.id })
  if (!report) throw new Error('insert returned no row')
  return report.id
}

const finishReport = ({ db }: Deps, userId: string, id: string) =>
  db.transaction(async (tx) => {
    await updateLinkSums(tx, userId, await nextChange(tx, userId))
    await tx
      .update(networkReports)
      .set({ finishedAt: new Date() })
      .where(and(eq(networkReports.id, id), eq(networkReports.userId, userId)))
  })

function toResult(
  { headers }: ReportHead,
  facts: ReportFacts,
  { added, changed, same, unmatched }: Awaited<ReturnType<typeof bookReport>>,
  file_name: string,
): ReportResult {
  const { network, missing, rows, from, until, refused, columns, totals } = facts
  const sums = Object.entries(totals).flatMap(([currency, sum]) =>
    Object.entries(sum).map(([status, micros]) => ({
      currency,
      status: status as 'pending',
      micros,
    })),
  )
  return {
    network,
    missing,
    file_name,
    rows,
    from,
    until,
    counts: {
      new: added,
      changed,
      same: same + facts.repeated,
      unmatched,
      refused: facts.refusedCount,
    },
    totals: toTotals(sums),
    refused,
    headers,
    columns,
  }
}
