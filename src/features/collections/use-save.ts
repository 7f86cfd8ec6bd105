import { useState } from 'react'
import { refusalOf, type Refusal } from './refusal.ts'

/** Runs what a form sends; what was typed stays where it is until it is saved, or safely waits. */
export function useSave(action: string, fields: readonly string[] = []) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refusal>()

  async function save(send: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setRefused(undefined)
    try {
      await send()
    } catch (error) {
      setRefused(refusalOf(error, fields, action))
    } finally {
      setBusy(false)
    }
  }

  return {
    save,
    busy,
    refuse: setRefused,
    refused,
    /** The words for one field, or with '' those for the whole form. */
    errorOf: (field: string) => (refused?.field === field ? refused.text : undefined),
    clear: () => setRefused(undefined),
  }
}
