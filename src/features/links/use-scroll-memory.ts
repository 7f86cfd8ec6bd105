import { useLayoutEffect } from 'react'

/** Where each list was left, for as long as the app is open. */
const places = new Map<string, number>()

/** Brings a list back to where it was when one returns to it. */
export function useScrollMemory(key: string): void {
  useLayoutEffect(() => {
    const place = places.get(key) ?? 0
    // After whatever else moves the page on a change of screen.
    const frame = place > 0 ? requestAnimationFrame(() => window.scrollTo(0, place)) : 0
    return () => {
      cancelAnimationFrame(frame)
      // Read once, on leaving: while scrolling it would lay the page out on every event.
      places.set(key, window.scrollY)
    }
  }, [key])
}
