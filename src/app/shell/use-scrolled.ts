import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}

/** Returns whether the page is scrolled further than this. Renders only when that changes. */
export const useScrolled = (pixels: number) =>
  useSyncExternalStore(subscribe, () => scrollY > pixels)
