import { useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/**
 * Returns the distance of an element from the top of the page. It changes when banners above appear
 * or disappear.
 */
export function useDocumentTop(box: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (box.current) setTop(Math.round(box.current.getBoundingClientRect().top + window.scrollY))
    }
    // Called for the first time before the first paint, when the page is laid out anyway. Measuring
    // here would lay it out within the task that rendered the list.
    const observer = new ResizeObserver(() => flushSync(measure))
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [box])
  return top
}
