import type { ReadOptions } from '#api/imports.ts'
import type { ImportPlan, LinkImport } from '#contract/imports.ts'

/** Step of an import, from choosing a file to the summary. */
export type ImportStep =
  | { at: 'file'; refused?: string | undefined }
  | { at: 'sending'; file: File; sent: number; dryRun: boolean }
  | {
      at: 'plan'
      file: File
      plan: ImportPlan
      reading: ReadOptions
      refused?: string | undefined
    }
  | { at: 'running'; run: LinkImport; stopping: boolean; lost: boolean }
  | { at: 'ended'; run: LinkImport }

export const isInProgress = ({ status }: LinkImport) => status === 'queued' || status === 'running'
