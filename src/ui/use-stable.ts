import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * Returns a function that stays the same and calls the latest one, so that memoised rows do not
 * render again.
 */
export function useStable<Args extends unknown[]>(latest: (...args: Args) => void) {
  const ref = useRef(latest)
  useInsertionEffect(() => {
    ref.current = latest
  })
  return useCallback((...args: Args) => ref.current(...args), [])
}
