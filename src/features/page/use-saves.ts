import { useState } from 'react'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useOffline } from '#app/problems/problems.ts'
import { toApiError } from '#http/error.ts'
import { toast } from '#ui/toast.tsx'

/** Offline a page cannot be changed: visitors see what the server has. */
export const NOT_SENT = 'You’re offline. Nothing was sent.'
const CHANGED_ELSEWHERE = 'It was changed on another device. This is how it is now.'

const LOOK_AGAIN = 'It was changed on another device meanwhile. Look it over, then save again.'

class Offline extends Error {}

export type Saves = ReturnType<typeof useSaves>

/** Why a change of the page was refused; undefined where the app's own dialog says it. */
export function explainRefusal(error: unknown, action: string): string | undefined {
  if (error instanceof Offline) return NOT_SENT
  if (toApiError(error).status === 409) return CHANGED_ELSEWHERE
  return explainFailure(error, action, 'The section') ?? undefined
}

/** The same for a form, which keeps what was typed over what is there now. */
export function explainFormRefusal(
  error: unknown,
  action: string,
  refresh: () => void,
): string | undefined {
  if (toApiError(error).status !== 409) return explainRefusal(error, action)
  refresh()
  return LOOK_AGAIN
}

/**
 * Changes that save by themselves: whether one is on its way, and how many were saved, for whatever shows
 * the page as visitors see it. After a refusal what the server has is asked for again.
 */
export function useSaves(refresh: () => void) {
  const offline = useOffline()
  const [open, setOpen] = useState(0)
  const [saved, setSaved] = useState(0)

  /** Sends one change; throws why it was refused. */
  async function track<Result>(send: () => Promise<Result>): Promise<Result> {
    if (offline) throw new Offline()
    setOpen((now) => now + 1)
    try {
      const result = await send()
      setSaved((now) => now + 1)
      return result
    } finally {
      setOpen((now) => now - 1)
    }
  }

  /** Sends one change, and says in one line why it was refused. */
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
      if (!(error instanceof Offline)) refresh()
    }
  }

  return {
    track,
    run: <Result>(action: string, send: () => Promise<Result>, done?: (result: Result) => void) =>
      void run(action, send, done),
    /** A form has saved. */
    touch: () => setSaved((now) => now + 1),
    saved,
    text: open > 0 ? 'Saving' : saved > 0 ? 'Saved' : '',
  }
}
