import { useState } from 'react'
import * as v from 'valibot'
import { toApiError } from '#http/error.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { lacksScheme, NewLink, withScheme } from '#contract/links.ts'
import { addLink, type ChangeResult } from '../links.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'

/** Sends one address, and keeps what stands below its field when it was refused. */
export function useCreateLink(created: (link: ChangeResult) => Promise<void> | void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [collectionError, setCollectionError] = useState<string>()
  const attempt = useAttemptKeys()

  async function submit(typed: string, collections: string[] = []) {
    if (busy) return
    const input = v.safeParse(NewLink, {
      url: withScheme(typed),
      ...(lacksScheme(typed) && { scheme_added: true }),
      ...(collections.length > 0 && { regular_collection_names: collections }),
    })
    if (!input.success) return setError(input.issues[0].message)
    setBusy(true)
    clearError()
    try {
      const { output } = input
      await created(await attempt(output, (key) => addLink(output, key)))
    } catch (failure) {
      const named = toApiError(failure).field('regular_collection_names')
      if (named === undefined) setError(refusal(failure))
      else setCollectionError(named)
    } finally {
      setBusy(false)
    }
  }

  function clearError() {
    setError(undefined)
    setCollectionError(undefined)
  }

  return { submit, busy, error, collectionError, clearError }
}

const refusal = (failure: unknown) =>
  toApiError(failure).field('url') ?? explainFailure(failure, 'create the link') ?? undefined
