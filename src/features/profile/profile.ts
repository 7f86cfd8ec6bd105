import { useCallback, useEffect, useState } from 'react'
import { isCancelled, toApiError, type ApiError } from '#api/error.ts'
import { quiet } from '#api/http.ts'
import { getProfile } from '#api/profile.ts'
import { useOffline } from '#app/problems/problems.ts'
import type { PublicProfile } from '#contract/profile.ts'
import { useCopy } from '#mirror/copies.ts'

/** The public profile as this device last read it, brought up to date when the screen opens. */
export function useProfile() {
  const offline = useOffline()
  const [copy, keep] = useCopy<PublicProfile>('profile')
  const [error, setError] = useState<ApiError>()
  const read = useCallback(
    async (signal?: AbortSignal) => {
      setError(undefined)
      try {
        keep(await getProfile({ ...quiet, ...(signal && { signal }) }))
      } catch (failure) {
        if (!isCancelled(failure)) setError(toApiError(failure))
      }
    },
    [keep],
  )
  useEffect(() => {
    if (offline) return undefined
    const left = new AbortController()
    void Promise.resolve().then(() => read(left.signal))
    return () => left.abort()
  }, [offline, read])
  return { profile: copy, keep, error, again: () => void read() }
}
