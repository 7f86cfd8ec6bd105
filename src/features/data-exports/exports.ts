import { useCallback, useEffect, useRef, useState } from 'react'
import { listExports, requestExport } from '#api/exports.ts'
import { isCancelled, toApiError } from '#api/error.ts'
import { quiet } from '#api/http.ts'
import type { DataExport, ExportKind } from '#contract/exports.ts'
import { explainFailure } from '#features/links/failure.ts'

/** How often a list with an export under way is asked for again. */
const POLL_MS = 2000

export type ExportsFailure = 'missing' | 'lost' | 'broken'
const FAILURES: Partial<Record<number | 'unknown', ExportsFailure>> = {
  404: 'missing',
  unknown: 'lost',
}

/** The person's exports: undefined until they are here, asked for again while one is being made. */
export function useExports() {
  const [rows, setRows] = useState<DataExport[]>()
  const [failure, setFailure] = useState<ExportsFailure>()
  const under = useRef<{ stop: AbortController; timer?: ReturnType<typeof setTimeout> }>(undefined)

  const stop = useCallback(() => {
    under.current?.stop.abort()
    clearTimeout(under.current?.timer)
  }, [])

  const refresh = useCallback(async () => {
    async function load() {
      const asking = { stop: new AbortController() }
      under.current = asking
      try {
        const { results } = await listExports({ ...quiet, signal: asking.stop.signal })
        setRows(results)
        setFailure(undefined)
        const isWaiting = results.some(({ status }) => status === 'queued')
        if (isWaiting) under.current = { ...asking, timer: setTimeout(() => void load(), POLL_MS) }
      } catch (error) {
        if (isCancelled(error)) return
        explainFailure(error, 'load your exports')
        // An older server has no such list (offline 34).
        setFailure(FAILURES[toApiError(error).status] ?? 'broken')
      }
    }
    stop()
    await load()
  }, [stop])

  useEffect(() => {
    void refresh()
    return stop
  }, [refresh, stop])

  return { rows, failure, refresh: () => void refresh() }
}

/** Asks for a file; answers what to say when there will be none. */
export async function askForExport(kind: ExportKind): Promise<string | undefined> {
  try {
    await requestExport({ kind }, quiet)
    return undefined
  } catch (error) {
    return explainFailure(error, 'start the export') ?? undefined
  }
}
