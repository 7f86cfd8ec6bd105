import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type CSSProperties,
  type PointerEvent,
} from 'react'
import { keyOf } from '../keys.ts'

type Target = { place: number; after: boolean }
type DragState = { from: number; dx: number; dy: number; target: Target | undefined }
type Start = { from: number; x: number; y: number; scroll: number }

/** Maximum movement in px for a press to count as a tap. */
const MAX_TAP_MOVE_PX = 5
/** Distance in px from the window's edge at which the page scrolls. */
const EDGE_PX = 90
const SCROLL_PX = 14

export type Drag = ReturnType<typeof useDrag>

/**
 * Returns handlers for dragging an item by its handle. The dragged item follows the pointer and a
 * line shows the drop position. Escape cancels. `axis` sets on which side of an item "after" is.
 * The last callback gets the index of the dragged item, and undefined when dragging ends.
 */
export function useDrag(
  axis: 'x' | 'y',
  onDrop: (from: number, to: number) => void,
  onPick: (place: number | undefined) => void,
) {
  const start = useRef<Start>(undefined)
  const pointer = useRef({ x: 0, y: 0 })
  const [pressed, setPressed] = useState(false)
  const [dragged, setDragged] = useState<DragState>()

  const follow = useEffectEvent(() => {
    const origin = start.current
    if (!origin) return
    const { x, y } = pointer.current
    if (!dragged && Math.hypot(x - origin.x, y - origin.y) < MAX_TAP_MOVE_PX) return
    onPick(origin.from)
    setDragged({
      from: origin.from,
      dx: x - origin.x,
      dy: y - origin.y + window.scrollY - origin.scroll,
      target: targetAt(x, y, axis),
    })
  })
  const stop = useEffectEvent(() => {
    start.current = undefined
    setPressed(false)
    setDragged(undefined)
    onPick(undefined)
  })
  const drop = useEffectEvent(() => {
    const to = dragged && dropIndex(dragged)
    stop()
    if (dragged && to !== undefined && to !== dragged.from) onDrop(dragged.from, to)
  })

  const dragging = useEffectEvent(() => dragged !== undefined)

  useEffect(() => {
    if (!pressed) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const move = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
      pointer.current = { x, y }
      follow()
    }
    const keydown = (event: globalThis.KeyboardEvent) => {
      if (keyOf(event) !== 'Escape') return
      event.preventDefault()
      stop()
    }
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', () => drop(), { signal })
    window.addEventListener('pointercancel', () => stop(), { signal })
    window.addEventListener('keydown', keydown, { signal, capture: true })
    const timer = setInterval(() => {
      const step = dragging() ? edgeStep(pointer.current.y) : 0
      if (step === 0) return
      window.scrollBy(0, step)
      follow()
    }, 16)
    return () => {
      controller.abort()
      clearInterval(timer)
    }
  }, [pressed])

  function begin(event: PointerEvent, from: number) {
    if (event.button !== 0) return
    const { clientX: x, clientY: y } = event
    start.current = { from, x, y, scroll: window.scrollY }
    pointer.current = { x, y }
    setPressed(true)
  }

  /** Returns the attributes of an item: its own offset, or a line at its edge. */
  function look(place: number): {
    style?: CSSProperties
    'data-dragged'?: true
    'data-drop'?: string
  } {
    if (!dragged) return {}
    if (dragged.from === place)
      return {
        'data-dragged': true,
        style: { transform: `translate(${dragged.dx}px, ${dragged.dy}px)` },
      }
    const { target } = dragged
    return target?.place === place ? { 'data-drop': target.after ? 'after' : 'before' } : {}
  }

  return { active: dragged !== undefined, begin, look }
}

/** Returns the item under the pointer. The dragged item ignores pointer events. */
function targetAt(x: number, y: number, axis: 'x' | 'y'): Target | undefined {
  const item = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-place]')
  if (!item) return undefined
  const { left, top, width, height } = item.getBoundingClientRect()
  const after = axis === 'y' ? y > top + height / 2 : x > left + width / 2
  return { place: Number(item.dataset['place']), after }
}

export function dropIndex({
  from,
  target,
}: Pick<DragState, 'from' | 'target'>): number | undefined {
  if (!target) return undefined
  const gap = target.place + (target.after ? 1 : 0)
  return gap > from ? gap - 1 : gap
}

function edgeStep(y: number): number {
  if (y < EDGE_PX) return -SCROLL_PX
  return y > window.innerHeight - EDGE_PX ? SCROLL_PX : 0
}
