import { useLayoutEffect } from 'react'

/** Scroll position of each list while the app is open. */
const places = new Map<string, number>()

/** Restores the scroll position of a list when the user returns to it. */
export function useScrollMemory(key: string): void {
  useLayoutEffect(() => {
    const place = places.get(key) ?? 0
    let now = place
    // Recorded while scrolling, because reading it on leaving would force another layout.
    const note = () => (now = window.scrollY)
    addEventListener('scroll', note, { passive: true })
    // Wait for other code that scrolls the page when the screen changes.
    const frame = requestAnimationFrame(() => {
      if (place > 0) window.scrollTo(0, place)
      note()
    })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', note)
      places.set(key, now)
    }
  }, [key])
}
