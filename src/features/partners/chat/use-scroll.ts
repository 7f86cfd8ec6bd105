import { useCallback, useLayoutEffect, useRef, useState, type UIEvent } from 'react'

/** So near to its end somebody reads the latest. */
const NEAR_PX = 80

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: Element) =>
  scrollHeight - scrollTop - clientHeight < NEAR_PX

type Shown = {
  count: number
  /** Of the latest. */
  last: string
  mine: boolean
}

/**
 * Keeps the latest of a conversation in sight for who reads it or has just written, and leaves who
 * reads up where they are: for them it counts what came.
 */
export function useScroll({ count, last, mine }: Shown) {
  const element = useRef<HTMLDivElement>(null)
  const before = useRef({ count: 0, last: '', height: 0, atEnd: true })
  const [state, setState] = useState({ atEnd: true, news: 0 })

  const toEnd = useCallback(() => {
    const box = element.current
    if (box) box.scrollTop = box.scrollHeight
    before.current.atEnd = true
    setState({ atEnd: true, news: 0 })
  }, [])

  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const { count: had, last: latest, height, atEnd } = before.current
    const isNew = last !== latest
    before.current = { count, last, height: box.scrollHeight, atEnd }
    if (isNew && (atEnd || mine)) toEnd()
    else if (isNew) setState(({ news }) => ({ atEnd: false, news: news + 1 }))
    // Earlier ones came above: what was read stays where it is.
    else if (count > had) box.scrollTop += box.scrollHeight - height
  }, [count, last, mine, toEnd])

  // The field below grows, the keyboard comes up, a picture arrives: the end stays in sight.
  const box = useCallback((found: HTMLDivElement | null) => {
    element.current = found
    if (!found) return undefined
    const observer = new ResizeObserver(() => {
      if (before.current.atEnd) found.scrollTop = found.scrollHeight
    })
    observer.observe(found)
    return () => observer.disconnect()
  }, [])

  function onScroll({ currentTarget }: UIEvent) {
    const atEnd = isAtEnd(currentTarget)
    before.current.atEnd = atEnd
    setState((now) => (now.atEnd === atEnd ? now : { atEnd, news: atEnd ? 0 : now.news }))
  }
  return { box, onScroll, toEnd, ...state }
}
