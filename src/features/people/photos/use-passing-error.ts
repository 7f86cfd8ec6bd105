import { useEffect, useState } from 'react'
import { EDITOR_ERROR_MS } from '#contract/images/uploads.ts'

/** Holds an error that disappears after 3 s. The same error again restarts the time. */
export function useTemporaryError() {
  const [error, setError] = useState<{ text: string }>()
  useEffect(() => {
    if (!error) return undefined
    const timer = setTimeout(() => setError(undefined), EDITOR_ERROR_MS)
    return () => clearTimeout(timer)
  }, [error])
  return [
    error?.text,
    (text: string | null) => setError(text === null ? undefined : { text }),
  ] as const
}
