import { useCallback } from 'react'

const heights = new Map<Element, number>()

/** Between what floats and the line above it. */
const GAP = 12

function tell() {
  const root = document.documentElement.style
  if (heights.size === 0) root.removeProperty('--floating')
  else root.setProperty('--floating', `${Math.max(...heights.values()) + GAP}px`)
}

/** For what floats at the foot of the page and is pressed there: toasts stand above it, not on it. */
export function useFloating(): (box: HTMLElement | null) => (() => void) | undefined {
  return useCallback((box) => {
    if (!box) return undefined
    const observer = new ResizeObserver(() => {
      heights.set(box, box.offsetHeight)
      tell()
    })
    observer.observe(box)
    return () => {
      observer.disconnect()
      heights.delete(box)
      tell()
    }
  }, [])
}
