import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isCancelled } from '#http/error.ts'
import {
  cancelImport,
  lastImport,
  planImport,
  readImport,
  startImport,
  type ReadOptions,
} from '#api/imports.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import {
  IMPORT_EMPTY_TEXT,
  IMPORT_MAX_BYTES,
  IMPORT_SIZE_TEXT,
  type LinkImport,
} from '#contract/imports.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { toast } from '#ui/notices/toast.tsx'
import { isInProgress, type ImportStep } from './import-steps.ts'

const POLL_MS = 1000

type SendRequest = { file: File; reading?: ReadOptions; dryRun: boolean }

/**
 * Controls one import from file to summary. It runs on the server; this code starts it and polls
 * its state.
 */
export function useImport() {
  const [started, setStep] = useState<ImportStep>({ at: 'file' })
  const step = usePolledStep(started)
  const sending = useRef<AbortController>(undefined)

  function watch(run: LinkImport) {
    if (isInProgress(run)) return setStep({ at: 'running', run, stopping: false, lost: false })
    setStep({ at: 'ended', run })
    refreshLists()
  }
  useResumeRunning(step.at === 'file' && step.refused === undefined, watch)
  useRefreshWhenDone(started.at === 'running' && step.at === 'ended')
  useEffect(() => () => sending.current?.abort(), [])

  async function send(
    { file, reading = {}, dryRun }: SendRequest,
    backTo: (refused?: string) => void,
  ) {
    const stop = new AbortController()
    sending.current = stop
    const onProgress = (sent: number) => setStep({ at: 'sending', file, sent, dryRun })
    const options = { signal: stop.signal, onProgress, reading }
    onProgress(0)
    try {
      if (dryRun) setStep({ at: 'plan', file, reading, plan: await planImport(file, options) })
      else watch(await startImport(file, options))
    } catch (error) {
      if (isCancelled(error)) return dryRun ? backTo() : await handleCancelled(backTo)
      const action = dryRun ? 'read the file' : 'start the import'
      backTo(explainFailure(error, action) ?? `Couldn’t ${action}.`)
    }
  }

  /**
   * Handles a cancellation during sending. If the import has started already, show it, so that it
   * can be stopped.
   */
  async function handleCancelled(backTo: () => void) {
    const run = await lastImport().catch(() => undefined)
    if (run && isInProgress(run)) watch(run)
    else backTo()
  }

  function choose(file: File) {
    const refused = refusalOf(file)
    if (refused !== undefined) return setStep({ at: 'file', refused })
    void send({ file, dryRun: true }, (refused) => setStep({ at: 'file', refused }))
  }

  function start() {
    if (step.at !== 'plan') return
    const { file, reading } = step
    void send({ file, reading, dryRun: false }, (refused) => setStep({ ...step, refused }))
  }

  /** Reads the file again with other choices. */
  function readAs(choice: ReadOptions) {
    if (step.at !== 'plan') return
    const reading = { ...step.reading, ...choice }
    void send({ file: step.file, reading, dryRun: true }, (refused) =>
      setStep({ ...step, refused }),
    )
  }

  async function stop() {
    if (step.at !== 'running') return
    setStep({ ...step, stopping: true })
    try {
      watch(await cancelImport(step.run.id))
    } catch (error) {
      const text = explainFailure(error, 'stop the import', 'The import')
      if (text !== null) toast(text, { tone: 'problem' })
      setStep({ ...step, stopping: false })
    }
  }

  return {
    step,
    choose,
    readAs,
    start,
    stop: () => void stop(),
    cancelSending: () => sending.current?.abort(),
    startOver: () => setStep({ at: 'file' }),
  }
}

/** Returns why a file is refused, as far as it can be checked before sending. */
function refusalOf({ size }: File): string | undefined {
  if (size === 0) return IMPORT_EMPTY_TEXT
  return size > IMPORT_MAX_BYTES ? IMPORT_SIZE_TEXT : undefined
}

/** Refreshes links and collections after an import. */
export function refreshLists() {
  void revalidate('links')
  void revalidate('collections')
}

/** Shows an import that is still running when the dialog is opened again. */
function useResumeRunning(isIdle: boolean, watch: (run: LinkImport) => void) {
  // Ignore errors; choosing a file will report them.
  const { value: last } = useAnswer(
    'last-import',
    async (options) => (await lastImport(options)) ?? null,
    { isSecondary: true },
  )
  const found = useEffectEvent((run: LinkImport) => {
    if (isIdle && isInProgress(run)) watch(run)
  })
  useEffect(() => {
    if (last) found(last)
  }, [last])
}

/** Refreshes the lists once, when a watched import ends. */
function useRefreshWhenDone(isOver: boolean) {
  useEffect(() => {
    if (isOver) refreshLists()
  }, [isOver])
}

/**
 * Returns the step with the latest state of the run. While the server cannot be reached, the run
 * counts as running.
 */
function usePolledStep(step: ImportStep): ImportStep {
  const id = step.at === 'running' ? step.run.id : null
  const { value, error } = useAnswer<LinkImport>(
    id && `import ${id}`,
    (options) => readImport(id ?? '', options),
    { isSecondary: true, poll: (run) => (run === undefined || isInProgress(run) ? POLL_MS : null) },
  )
  if (step.at !== 'running') return step
  const run = value ?? step.run
  return isInProgress(run) ? { ...step, run, lost: error !== null } : { at: 'ended', run }
}
