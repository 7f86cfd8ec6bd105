import { useEffect, useState } from 'react'
import { EDITOR_ERROR_MS } from '#contract/uploads.ts'

/** An error that goes by itself after 3 s; the same one again starts anew. */
export function usePassingError() {
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
