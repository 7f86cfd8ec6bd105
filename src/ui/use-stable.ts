import { useCallback, useInsertionEffect, useRef } from 'react'

/** The same function at every render, calling the latest one: memoised rows stay as they are. */
export function useStable<Args extends unknown[]>(latest: (...args: Args) => void) {
  const ref = useRef(latest)
  useInsertionEffect(() => {
    ref.current = latest
  })
  return useCallback((...args: Args) => ref.current(...args), [])
}
