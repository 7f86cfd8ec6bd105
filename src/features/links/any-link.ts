import { useEffect, useState } from 'react'
import { toApiError } from '#api/error.ts'
import type { ShortLink } from '#contract/links.ts'
import { useLink } from '#mirror/use-mirror.ts'
import { refreshLink } from './links.ts'

type Missing = 'gone' | 'unreachable'

/** A link of the mirror; one that only the server has is fetched. Undefined: on its way. */
export function useAnyLink(uuid: string): ShortLink | Missing | undefined {
  const link = useLink(uuid)
  const [missing, setMissing] = useState<Missing>()
  const unknown = link === null

  useEffect(() => {
    if (!unknown) return undefined
    const aborter = new AbortController()
    refreshLink(uuid, aborter.signal).catch((error: unknown) => {
      if (aborter.signal.aborted) return
      setMissing(toApiError(error).status === 404 ? 'gone' : 'unreachable')
    })
    return () => aborter.abort()
  }, [uuid, unknown])

  return link ?? missing
}
