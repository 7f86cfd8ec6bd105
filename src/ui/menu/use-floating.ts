import { useCallback } from 'react'

const heights = new Map<Element, number>()

/** Gap in px between a floating element and the toast above it. */
const GAP_PX = 12

function updateOffset() {
  const root = document.documentElement.style
  if (heights.size === 0) root.removeProperty('--floating')
  else root.setProperty('--floating', `${Math.max(...heights.values()) + GAP_PX}px`)
}

/**
 * Returns a ref for an element that floats at the bottom of the page. Toasts are shown above it.
 */
export function useFloating(): (box: HTMLElement | null) => (() => void) | undefined {
  return useCallback((box) => {
    if (!box) return undefined
    const observer = new ResizeObserver(() => {
      heights.set(box, box.offsetHeight)
      updateOffset()
    })
    observer.observe(box)
    return () => {
      observer.disconnect()
      heights.delete(box)
      updateOffset()
    }
  }, [])
}
