import { useEffect, useState } from 'react'

/** The time, renewed every `step` milliseconds and at once when the page is seen again. */
export function useNow(step: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, step)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [step])
  return now
}
