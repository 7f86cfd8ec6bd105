import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

const STEP = 24
/** Distance ahead of the window in which the next rows are rendered. */
const AHEAD = '1200px 0px'

/** Number of rendered rows per list, to restore the scroll position on return. */
const limits = new Map<string, number>()

/**
 * Returns how many rows to render; more as the `end` element nears the window. If all are rendered,
 * `fetchMore` is called instead.
 */
export function useRenderLimit(name: string, total: number, fetchMore?: () => void) {
  const [limit, setLimit] = useState(() => limits.get(name) ?? STEP)
  const end = useRef<HTMLDivElement>(null)
  const more = useCallback(
    () =>
      setLimit((now) => {
        limits.set(name, now + STEP)
        return now + STEP
      }),
    [name],
  )
  const isComplete = limit >= total
  const near = useEffectEvent(() => (isComplete ? fetchMore?.() : more()))
  const done = isComplete && !fetchMore
  useEffect(() => {
    const element = end.current
    if (done || !element) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
    // Observe again after each step, because an element that stays visible is reported only once.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [done, limit, total])
  return { limit, end }
}
