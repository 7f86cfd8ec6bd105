import { useState } from 'react'
import { explainRefusal } from './refusal.ts'

/** Runs a change that has no form, and keeps the reason if it is refused. */
export function useSave(action: string) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function save(send: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setRefusal(undefined)
    try {
      await send()
    } catch (error) {
      setRefusal(explainRefusal(error, action))
    } finally {
      setBusy(false)
    }
  }

  return { save, busy, refusal }
}
