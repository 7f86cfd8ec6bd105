import { and, eq, sql } from 'drizzle-orm'
import { BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts'
import { EXPORT_DAYS } from '#contract/exports.ts'
import type { Tx } from '../../platform/db/client.ts'
import { dataExports, exportParts } from '../../platform/db/schema.ts'
import { unavailableReason } from '../../platform/db/unavailable.ts'
import { notifyExportReady } from '../../people/activity/activity.ts'
import { writeArchiveParts } from './archive-job.ts'
import { clickLines } from './export-clicks.ts'
import { commissionLines } from './export-commissions.ts'
import { linkLines } from './export-links.ts'
import { networkLines } from './export-networks.ts'
import { sourceLines } from './export-sources.ts'
import { whatIn, type ExportRow } from './exports.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import type { Deps } from '../../env.ts'

const PART_LENGTH = 256 * 1024

/** Writes the file of an export. After an interruption it starts again from the beginning. */
export const exportCsv: JobHandler<'export'> = async (deps, { exportId }, signal) => {
  const [row] = await deps.db.select().from(dataExports).where(eq(dataExports.id, exportId))
  if (row?.status !== 'queued') return
  try {
    const rows = await (row.kind === 'archive' ? writeArchiveParts : writeCsvParts)(
      deps,
      row,
      signal,
    )
    await deps.db.transaction((tx) => markReady(tx, row, rows))
  } catch (error) {
    signal.throwIfAborted()
    // An unavailable database is not the fault of this export. The job is retried later.
    if (unavailableReason(error)) throw error
    deps.log.error('export failed', { error })
    await failExport(deps, { exportId })
  }
}

/** Marks an export as failed, unless it has become ready in the meantime. */
export async function failExport({ db }: Deps, { exportId }: { exportId: string }) {
  const isOpen = and(eq(dataExports.id, exportId), eq(dataExports.status, 'queued'))
  const failed = await db.update(dataExports).set({ status: 'failed' }).where(isOpen).returning()
  if (failed.length > 0) await db.delete(exportParts).where(eq(exportParts.exportId, exportId))
}

/** Makes the file available for download and notifies its owner. */
async function markReady(tx: Tx, row: ExportRow, rows: number): Promise<void> {
  const expiresAt = sql`now() + make_interval(days => ${EXPORT_DAYS})`
  await tx
    .update(dataExports)
    .set({ status: 'ready', rows, expiresAt })
    .where(eq(dataExports.id, row.id))
  const about = { userId: row.userId, id: row.id }
  // Only exports with rows mention their size. The size of an archive is in kilobytes.
  if (row.kind === 'archive') await notifyExportReady(tx, { ...about, name: 'All your data' })
  else
    await notifyExportReady(tx, { ...about, name: `The export of your ${whatIn(row.kind)}`, rows })
}

function linesOf(deps: Deps, { kind, userId, filter }: ExportRow) {
  if (kind === 'links') return linkLines(deps, userId)
  if (kind === 'sources') return sourceLines(deps, userId, filter)
  if (kind === 'networks') return networkLines(deps, userId, filter)
  return (kind === 'clicks' ? clickLines : commissionLines)(deps, userId, filter)
}

/** Writes a CSV file in parts. Returns the number of lines without the header. */
async function writeCsvParts(deps: Deps, row: ExportRow, signal: AbortSignal): Promise<number> {
  await deps.db.delete(exportParts).where(eq(exportParts.exportId, row.id))
  let lines = 0
  let part = 0
  let body = BYTE_ORDER_MARK
  const flush = async () => {
    await deps.db.insert(exportParts).values({ exportId: row.id, part, body })
    part += 1
    body = ''
  }
  for await (const cells of linesOf(deps, row)) {
    signal.throwIfAborted()
    body += csvLine(cells)
    lines += 1
    if (body.length >= PART_LENGTH) await flush()
  }
  if (body !== '') await flush()
  return lines - 1
}
