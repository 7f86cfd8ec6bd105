import { useCallback, useLayoutEffect, useRef, useState, type UIEvent } from 'react'

/** Maximum distance from the end at which the reader still follows new messages. */
const NEAR_PX = 80

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: Element) =>
  scrollHeight - scrollTop - clientHeight < NEAR_PX

type Shown = {
  count: number
  /** Key of the latest message. */
  last: string
  mine: boolean
}

/**
 * Keeps the latest message visible for a reader at the end, or after the user has sent one. A
 * reader further up keeps the position; `news` counts the new messages.
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
    const { count: previousCount, last: latest, height, atEnd } = before.current
    const isNew = last !== latest
    before.current = { count, last, height: box.scrollHeight, atEnd }
    if (isNew && (atEnd || mine)) toEnd()
    else if (isNew) setState(({ news }) => ({ atEnd: false, news: news + 1 }))
    // Earlier messages were added above. Keep the position.
    else if (count > previousCount) box.scrollTop += box.scrollHeight - height
  }, [count, last, mine, toEnd])

  // Keep the end visible when the field grows, the keyboard opens or a picture loads.
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
