import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Returns the value after it has not changed for `wait` ms. The initial value is returned at once.
 */
export function useDebouncedValue(value: string, wait: number): string {
  const [settled, settle] = useState(value)
  useEffect(() => {
    if (settled === value) return undefined
    const timer = setTimeout(() => settle(value), wait)
    return () => clearTimeout(timer)
  }, [settled, value, wait])
  return settled
}

/** Returns the typed text at once, and calls `settle` after it has not changed for `wait` ms. */
export function useDebounced(value: string, wait: number, settle: (value: string) => void) {
  const [typed, setTyped] = useState(value)
  const [lastValue, setGiven] = useState(value)
  const onSettled = useEffectEvent(settle)

  // The value was changed elsewhere, such as by Back, so the field shows it.
  if (lastValue !== value) {
    setGiven(value)
    setTyped(value)
  }

  useEffect(() => {
    if (typed === value) return undefined
    const timer = setTimeout(() => onSettled(typed), wait)
    return () => clearTimeout(timer)
  }, [typed, value, wait])

  return [typed, setTyped] as const
}
