import { useState } from 'react'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useOffline } from '#app/problems/problems.ts'
import { toApiError } from '#http/error.ts'
import { toast } from '#ui/notices/toast.tsx'

/** Message offline. Changes of a page are not queued, because visitors see the server's version. */
export const OFFLINE_TEXT = 'You’re offline. Nothing was sent.'
const CHANGED_ELSEWHERE = 'It was changed on another device. This is how it is now.'

const CONFLICT_TEXT = 'It was changed on another device meanwhile. Review it, then save again.'

class OfflineError extends Error {}

export type Saves = ReturnType<typeof useSaves>

/**
 * Returns why a change of the page was refused; undefined if the app already shows a dialog for it.
 */
export function explainRefusal(error: unknown, action: string): string | undefined {
  if (error instanceof OfflineError) return OFFLINE_TEXT
  if (toApiError(error).status === 409) return CHANGED_ELSEWHERE
  return explainFailure(error, action, 'The section') ?? undefined
}

/**
 * Returns the reason for a form. After a conflict it loads the current version, and the form keeps
 * the user's input.
 */
export function explainFormRefusal(
  error: unknown,
  action: string,
  refresh: () => void,
): string | undefined {
  if (toApiError(error).status !== 409) return explainRefusal(error, action)
  refresh()
  return CONFLICT_TEXT
}

/**
 * Tracks changes that are saved at once: whether one is pending, and how many were saved, so that
 * previews can refresh. After a refusal, the current version is loaded again.
 */
export function useSaves(refresh: () => void) {
  const offline = useOffline()
  const [pendingCount, setPendingCount] = useState(0)
  const [saved, setSaved] = useState(0)

  /** Sends one change; throws if it is refused. */
  async function track<Result>(send: () => Promise<Result>): Promise<Result> {
    if (offline) throw new OfflineError()
    setPendingCount((now) => now + 1)
    try {
      const result = await send()
      setSaved((now) => now + 1)
      return result
    } finally {
      setPendingCount((now) => now - 1)
    }
  }

  /** Sends one change and shows a message if it is refused. */
  async function run<Result>(
    action: string,
    send: () => Promise<Result>,
    done?: (result: Result) => void,
  ) {
    try {
      const result = await track(send)
      done?.(result)
    } catch (error) {
      const text = explainRefusal(error, action)
      if (text !== undefined) toast(text, { tone: 'problem' })
      if (!(error instanceof OfflineError)) refresh()
    }
  }

  return {
    track,
    run: <Result>(action: string, send: () => Promise<Result>, done?: (result: Result) => void) =>
      void run(action, send, done),
    /** Counts a save made by a form. */
    countSave: () => setSaved((now) => now + 1),
    saved,
    text: pendingCount > 0 ? 'Saving' : saved > 0 ? 'Saved' : '',
  }
}
