import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}

/** True once the page is scrolled that far. Renders only when that changes. */
export const useScrolled = (pixels: number) =>
  useSyncExternalStore(subscribe, () => scrollY > pixels)
