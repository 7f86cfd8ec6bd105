import { useEffect, useRef, useState } from 'react'
import { sendReport, type ReportChoices } from '#api/money/networks.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { count } from '#app/formats.ts'
import { IMPORT_EMPTY_TEXT } from '#contract/imports.ts'
import { REPORT_MAX_BYTES, REPORT_SIZE_TEXT, type ReportResult } from '#contract/money/networks.ts'
import { isCancelled } from '#http/error.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { toast } from '#ui/notices/toast.tsx'

export type PlanStep = {
  at: 'plan'
  file: File
  choices: ReportChoices
  plan: ReportResult
  refused?: string | undefined
}

export type ReportStep =
  | { at: 'list'; refused?: string | undefined }
  | { at: 'sending'; file: File; sent: number; dryRun: boolean }
  | PlanStep

export type ReportWork = ReturnType<typeof useReport>

/** Controls the import of one report, from the file to the list of networks. */
export function useReport() {
  const [step, setStep] = useState<ReportStep>({ at: 'list' })
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  async function send(
    file: File,
    choices: ReportChoices,
    before: ReportStep,
    onImported?: () => void,
  ) {
    const dryRun = onImported === undefined
    const stop = new AbortController()
    sending.current = stop
    const onProgress = (sent: number) => setStep({ at: 'sending', file, sent, dryRun })
    onProgress(0)
    try {
      const plan = await sendReport(file, choices, { dryRun, onProgress, signal: stop.signal })
      if (dryRun) return setStep({ at: 'plan', file, choices, plan })
      setStep({ at: 'list' })
      const { counts } = plan
      const changes = counts.new + counts.changed
      toast(`${count(changes)} ${changes === 1 ? 'row' : 'rows'} imported.`)
      void revalidate('links')
      onImported?.()
    } catch (error) {
      if (isCancelled(error)) return setStep(before)
      const action = dryRun ? 'read the report' : 'import the report'
      setStep({
        ...before,
        refused: explainFailure(error, action) ?? `Couldn’t ${action}.`,
      } as ReportStep)
    }
  }

  function choose(file: File) {
    const refused =
      file.size === 0
        ? IMPORT_EMPTY_TEXT
        : file.size > REPORT_MAX_BYTES
          ? REPORT_SIZE_TEXT
          : undefined
    if (refused !== undefined) return setStep({ at: 'list', refused })
    void send(file, {}, { at: 'list' })
  }

  return {
    step,
    choose,
    /** Reads the report again with other choices. */
    readAs(choices: ReportChoices) {
      if (step.at === 'plan') void send(step.file, choices, step)
    },
    start(onImported: () => void) {
      if (step.at === 'plan') void send(step.file, step.choices, step, onImported)
    },
    cancelSending: () => sending.current?.abort(),
    startOver: () => setStep({ at: 'list' }),
  }
}
