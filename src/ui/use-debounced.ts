import { useEffect, useEffectEvent, useState } from 'react'

/** What stands there at first is there at once, what is typed after it has rested for `wait` ms. */
export function useSettled(value: string, wait: number): string {
  const [settled, settle] = useState(value)
  useEffect(() => {
    if (settled === value) return undefined
    const timer = setTimeout(() => settle(value), wait)
    return () => clearTimeout(timer)
  }, [settled, value, wait])
  return settled
}

/** What is typed at once, and handed on when typing has rested for `wait` ms. */
export function useDebounced(value: string, wait: number, settle: (value: string) => void) {
  const [typed, setTyped] = useState(value)
  const [given, setGiven] = useState(value)
  const settled = useEffectEvent(settle)

  // Changed from elsewhere, as by Back: what is typed follows.
  if (given !== value) {
    setGiven(value)
    setTyped(value)
  }

  useEffect(() => {
    if (typed === value) return undefined
    const timer = setTimeout(() => settled(typed), wait)
    return () => clearTimeout(timer)
  }, [typed, value, wait])

  return [typed, setTyped] as const
}
