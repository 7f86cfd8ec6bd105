import { useRef, type PointerEvent } from 'react'

const MIN_DISTANCE = 96
const MIN_SPEED = 0.6

/**
 * Lets the user close a sheet by dragging its handle down. With unsaved changes it moves back and
 * `onClose` asks. The close button does the same without dragging (WCAG 2.5.7).
 */
export function useDragToClose(onClose: () => void, dirty: boolean) {
  const panel = useRef<HTMLDivElement>(null)
  const start = useRef<{ y: number; at: number } | null>(null)

  function move(event: PointerEvent) {
    if (!start.current || !panel.current) return
    const pulled = event.clientY - start.current.y
    const distance = pulled > 0 ? pulled * (dirty ? 0.3 : 1) : pulled * 0.1
    panel.current.style.transform = `translateY(${distance}px)`
  }

  function end(event: PointerEvent) {
    if (!start.current || !panel.current) return
    const distance = event.clientY - start.current.y
    const speed = distance / Math.max(1, event.timeStamp - start.current.at)
    start.current = null
    const isClosing =
      event.type === 'pointerup' &&
      (distance > MIN_DISTANCE || (distance > 24 && speed > MIN_SPEED))
    settle(panel.current, isClosing && !dirty ? onClose : undefined)
    if (isClosing && dirty) onClose()
  }

  const handle = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest('button, a, input')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { y: event.clientY, at: event.timeStamp }
      panel.current?.style.setProperty('transition', 'none')
    },
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
  }
  return { panel, handle }
}

/** Moves the sheet back, or slides it out and then closes it. */
function settle(panel: HTMLElement, close: (() => void) | undefined) {
  panel.style.transition = 'transform var(--dur-2) var(--ease-out)'
  panel.style.transform = close ? 'translateY(100%)' : ''
  if (close) setTimeout(close, 140)
}
