import { explainFailure } from '#app/failure/explain-failure.ts'
import { count } from '#app/formats.ts'
import { toast } from '#ui/notices/toast.tsx'
import { hideLink, showLink } from '../links.ts'
import { linksText } from '../numbers.tsx'
import { runMany, type Outcome } from './run-many.ts'

/** End of the summary if changes are queued. */
export const WAITING_SUFFIX = '. Waiting to sync.'

export type Progress = { label: string; finished: number; total: number; stop: () => void }

/** Hides or shows many links, and reports the result in a toast. */
export async function hideMany(
  ids: readonly string[],
  hide: boolean,
  report: (progress: Progress | undefined) => void,
): Promise<void> {
  const aborter = new AbortController()
  const onProgress = (finished: number) =>
    report({
      label: hide ? 'Hiding' : 'Showing',
      finished,
      total: ids.length,
      stop: () => aborter.abort(),
    })
  onProgress(0)
  const change = hide ? hideLink : showLink
  let isQueued = false
  const each = async (uuid: string) => {
    const { waiting } = await change(uuid)
    isQueued ||= waiting
  }
  const outcome = await runMany(ids, each, { signal: aborter.signal, onProgress })
  report(undefined)
  summarise(outcome, { hide, waits: isQueued }, () => void hideMany(outcome.done, !hide, report))
}

function summarise(
  { done, failed, error }: Outcome,
  { hide, waits }: { hide: boolean; waits: boolean },
  undo: () => void,
) {
  const did = hide ? 'hidden' : 'shown again'
  if (failed.length > 0) {
    const why = explainFailure(error, hide ? 'hide the rest' : 'show the rest', 'One of them')
    if (why === null) return
    const total = count(done.length + failed.length)
    toast(`${count(done.length)} of ${total} links ${did}. ${why}`, { tone: 'problem' })
    return
  }
  if (done.length === 0) return
  toast(`${linksText(done.length)} ${did}${waits ? WAITING_SUFFIX : ''}`, {
    action: { label: 'Undo', onSelect: undo },
  })
}
