import { useLayoutEffect, useState, type RefObject } from 'react'

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
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [box])
  return top
}
