import { listExports, requestExport } from '#api/exports.ts'
import { quiet } from '#http/client.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { DataExport, ExportKind } from '#contract/exports.ts'

/** Polling interval while an export is in progress. */
const POLL_MS = 2000

/** Lists the user's exports and polls while one is in progress. */
export const useExports = (): Answer<DataExport[]> =>
  useAnswer('exports', async (options) => (await listExports(options)).results, {
    poll: (rows) => (rows?.some(({ status }) => status === 'queued') ? POLL_MS : null),
  })

/** Requests an export. Returns an error message, or undefined if it was accepted. */
export async function askForExport(kind: ExportKind): Promise<string | undefined> {
  try {
    await requestExport({ kind }, quiet)
    return undefined
  } catch (error) {
    return explainFailure(error, 'start the export') ?? undefined
  }
}
