import { useLayoutEffect } from 'react'

/** Where each list was left, for as long as the app is open. */
const places = new Map<string, number>()

/** Brings a list back to where it was when one returns to it. */
export function useScrollMemory(key: string): void {
  useLayoutEffect(() => {
    const place = places.get(key) ?? 0
    // After whatever else moves the page on a change of screen.
    const frame = place > 0 ? requestAnimationFrame(() => window.scrollTo(0, place)) : 0
    const remember = () => places.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', remember)
    }
  }, [key])
}
