import { useRef, useState } from 'react'
import * as v from 'valibot'
import { toApiError } from '#api/error.ts'
import { useOffline } from '#app/problems/problems.ts'
import { NewLink, withScheme, type ShortLink } from '#contract/links.ts'
import { explainFailure } from './failure.ts'
import { addLink } from './links.ts'

export const OFFLINE_CREATE =
  'Making a link needs a connection for now. What you typed is kept on this device.'

/** Sends one address, and keeps what stands below its field when it was refused. */
export function useCreateLink(created: (link: ShortLink) => Promise<void> | void) {
  const offline = useOffline()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const attempt = useRef({ url: '', key: '' })

  async function submit(typed: string) {
    if (busy) return
    const input = v.safeParse(NewLink, { url: withScheme(typed) })
    if (!input.success) return setError(input.issues[0].message)
    if (offline) return setError(OFFLINE_CREATE)
    setBusy(true)
    setError(undefined)
    try {
      await created(await addLink(input.output, keyFor(input.output.url)))
    } catch (failure) {
      setError(refusal(failure))
    } finally {
      setBusy(false)
    }
  }

  /** One key as long as the address stays the same: a lost answer does not make a second link. */
  function keyFor(url: string) {
    if (attempt.current.url !== url) attempt.current = { url, key: crypto.randomUUID() }
    return attempt.current.key
  }

  return { submit, busy, error, clearError: () => setError(undefined) }
}

const refusal = (failure: unknown) =>
  toApiError(failure).field('url') ?? explainFailure(failure, 'create the link') ?? undefined
