import { useLayoutEffect } from 'react'

/** Where each list was left, for as long as the app is open. */
const places = new Map<string, number>()

/** Brings a list back to where it was when one returns to it. */
export function useScrollMemory(key: string): void {
  useLayoutEffect(() => {
    const place = places.get(key) ?? 0
    let now = place
    // Noted as it goes: on leaving, the page is already being changed, and would be laid out once more.
    const note = () => (now = window.scrollY)
    addEventListener('scroll', note, { passive: true })
    // After whatever else moves the page on a change of screen.
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
