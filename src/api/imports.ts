import type { Options } from 'ky'
import {
  ImportPlanResult,
  ImportProblems,
  LinkImport,
  LinkImportResult,
  LinkImports,
  type ImportPlan,
} from '#contract/imports.ts'
import { V2 } from '#contract/app-constants.ts'
import { answer, http, quiet } from '#http/client.ts'
import { sendForm } from '#http/send-form.ts'

const IMPORT = `${V2}/links/import/`

type Sending = { signal: AbortSignal; onProgress: (sent: number) => void }

function send(file: File, dryRun: boolean, { signal, onProgress }: Sending) {
  const form = new FormData()
  form.append('file', file, file.name)
  const searchParams = { dry_run: String(dryRun), name: file.name }
  const progress = { timeout: false, fetch: sendForm(form, onProgress) } as const
  return http.post(IMPORT, { ...quiet, signal, searchParams, ...progress })
}

/** What importing a file would do. */
export const planImport = async (file: File, sending: Sending): Promise<ImportPlan> =>
  (await answer(send(file, true, sending), ImportPlanResult, quiet)).result

export const startImport = async (file: File, sending: Sending): Promise<LinkImport> =>
  (await answer(send(file, false, sending), LinkImportResult, quiet)).result

export const readImport = (id: string, options: Options = {}): Promise<LinkImport> =>
  answer(http.get(`${IMPORT}${id}/`, { ...quiet, ...options }), LinkImport, quiet)

/** The newest import, if there was one. */
export const lastImport = async (options: Options = {}): Promise<LinkImport | undefined> => {
  const call = http.get(IMPORT, { ...quiet, ...options, searchParams: { page_size: 1 } })
  return (await answer(call, LinkImports, quiet)).results[0]
}

export const cancelImport = (id: string): Promise<LinkImport> =>
  answer(http.post(`${IMPORT}${id}/cancel/`, quiet), LinkImport, quiet)

export const importProblems = (id: string): Promise<ImportProblems> =>
  answer(http.get(`${IMPORT}${id}/problems/`, quiet), ImportProblems, quiet)
