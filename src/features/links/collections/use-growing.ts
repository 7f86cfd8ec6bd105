import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

const STEP = 24
/** Distance ahead of the window in which the next rows are rendered. */
const AHEAD = '1200px 0px'

/** Number of rendered rows per list, to restore the scroll position on return. */
const reached = new Map<string, number>()

/**
 * Returns how many rows to render; more as the `end` element nears the window. If all are rendered,
 * `fetchMore` is called instead.
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
    // Observe again after each step, because an element that stays visible is reported only once.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [done, limit, total])
  return { limit, end }
}
