import { useCallback, useSyncExternalStore } from 'react'
import { minWidthQuery, type Breakpoint } from './styles/breakpoints.ts'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Returns whether the window is at least as wide as this breakpoint. */
export const useWide = (name: Breakpoint) => useMedia(minWidthQuery(name))
