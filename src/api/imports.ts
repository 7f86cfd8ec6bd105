import type { Options } from 'ky'
import {
  ImportPlanResult,
  ImportProblems,
  LinkImport,
  LinkImportResult,
  LinkImports,
  type DateOrder,
  type ImportPlan,
} from '#contract/imports.ts'
import { V2 } from '#contract/app-constants.ts'
import { parseAnswer, http, quiet } from '#http/client.ts'
import { sendForm } from '#http/send-form.ts'

const IMPORT = `${V2}/links/import/`

/** Choices of the user on how to read a file. */
export type ReadOptions = {
  encoding?: string
  dateOrder?: DateOrder
  /** Domain of codes whose host the user does not have here. */
  codeDomainId?: number | undefined
}
type UploadOptions = {
  signal: AbortSignal
  onProgress: (sent: number) => void
  reading?: ReadOptions
}

function send(file: File, dryRun: boolean, { signal, onProgress, reading = {} }: UploadOptions) {
  const form = new FormData()
  form.append('file', file, file.name)
  const { encoding, dateOrder, codeDomainId } = reading
  const searchParams = {
    dry_run: String(dryRun),
    name: file.name,
    ...(encoding && { encoding }),
    ...(dateOrder && { date_order: dateOrder }),
    ...(codeDomainId !== undefined && { link_domain_id: codeDomainId }),
  }
  const progress = { timeout: false, fetch: sendForm(form, onProgress) } as const
  return http.post(IMPORT, { ...quiet, signal, searchParams, ...progress })
}

/** Returns a preview of an import. The server writes nothing. */
export const planImport = async (file: File, sending: UploadOptions): Promise<ImportPlan> =>
  (await parseAnswer(send(file, true, sending), ImportPlanResult, quiet)).result

export const startImport = async (file: File, sending: UploadOptions): Promise<LinkImport> =>
  (await parseAnswer(send(file, false, sending), LinkImportResult, quiet)).result

export const readImport = (id: string, options: Options = {}): Promise<LinkImport> =>
  parseAnswer(http.get(`${IMPORT}${id}/`, { ...quiet, ...options }), LinkImport, quiet)

/** Returns the newest import, or undefined if there is none. */
export const lastImport = async (options: Options = {}): Promise<LinkImport | undefined> => {
  const call = http.get(IMPORT, { ...quiet, ...options, searchParams: { page_size: 1 } })
  return (await parseAnswer(call, LinkImports, quiet)).results[0]
}

export const cancelImport = (id: string): Promise<LinkImport> =>
  parseAnswer(http.post(`${IMPORT}${id}/cancel/`, quiet), LinkImport, quiet)

export const importProblems = (id: string): Promise<ImportProblems> =>
  parseAnswer(http.get(`${IMPORT}${id}/problems/`, quiet), ImportProblems, quiet)
