import { listExports, requestExport } from '#api/exports.ts'
import { quiet } from '#http/client.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { DataExport, ExportKind } from '#contract/exports.ts'

/** How often a list with an export under way is asked for again. */
const POLL_MS = 2000

/** The person's exports, asked for again while one is being made. */
export const useExports = (): Answer<DataExport[]> =>
  useAnswer('exports', async (options) => (await listExports(options)).results, {
    poll: (rows) => (rows?.some(({ status }) => status === 'queued') ? POLL_MS : null),
  })

/** Asks for a file; answers what to say when there will be none. */
export async function askForExport(kind: ExportKind): Promise<string | undefined> {
  try {
    await requestExport({ kind }, quiet)
    return undefined
  } catch (error) {
    return explainFailure(error, 'start the export') ?? undefined
  }
}
