import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

const STEP = 24
/** The next ones are there before one scrolls to them. */
const AHEAD = '1200px 0px'

/** How far each list had been scrolled open, so that one comes back to the same place. */
const reached = new Map<string, number>()

/**
 * How many of many are drawn: more as the `end` comes near the window. Where more can be had from
 * elsewhere, `fetchMore` is called when all of these are drawn and the end is near.
 */
export function useGrowing(name: string, total: number, fetchMore?: () => void) {
  const [limit, setLimit] = useState(() => reached.get(name) ?? STEP)
  const end = useRef<HTMLDivElement>(null)
  const more = useCallback(
    () =>
      setLimit((now) => {
        reached.set(name, now + STEP)
        return now + STEP
      }),
    [name],
  )
  const whole = limit >= total
  const near = useEffectEvent(() => (whole ? fetchMore?.() : more()))
  const done = whole && !fetchMore
  useEffect(() => {
    const mark = end.current
    if (done || !mark) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(mark)
    return () => observer.disconnect()
    // Observed anew after each step, because a mark that is still in sight tells only once.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [done, limit, total])
  return { limit, end }
}
