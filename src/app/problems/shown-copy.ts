import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** When the copy on the screen was last right; null where some of it has never been here. */
type ShownCopy = { syncedAt: number | null }

/** Undefined: the screen shows links, whose copy the line at the foot knows. */
export const shownCopyAtom = atom<ShownCopy>()

/** For a screen that shows something else than the list of links: how old that is, said while offline. */
export function useShownCopy(syncedAt: number | null) {
  const setShown = useSetAtom(shownCopyAtom)
  useEffect(() => {
    setShown({ syncedAt })
    return () => setShown(undefined)
  }, [setShown, syncedAt])
}
