import { useSyncExternalStore } from 'react'

/** Distance in px that the page was last known to be scrolled. */
let distance = 0

function subscribe(changed: () => void) {
  const update = () => {
    distance = scrollY
    changed()
  }
  // Read with the next frame, when the page is laid out anyway.
  const frame = requestAnimationFrame(update)
  addEventListener('scroll', update, { passive: true })
  return () => {
    cancelAnimationFrame(frame)
    removeEventListener('scroll', update)
  }
}

/**
 * Returns whether the page is scrolled further than this. Renders only when that changes. Does not
 * read the position while rendering, because the browser would have to lay out the page for it.
 */
export const useScrolled = (pixels: number) =>
  useSyncExternalStore(subscribe, () => distance > pixels)
