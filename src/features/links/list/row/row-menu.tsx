import { useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import type { ShortLink } from '#contract/links/short-link.ts'
import { RowMenuPopup, LazyBoundary } from '../list-parts.tsx'

type Anchor = { left: number; right: number; top: number; bottom: number }

const LONG_PRESS_MS = 500
/** Maximum movement of the finger in pixels during a long press. */
const MAX_MOVE_PX = 10

const pointAnchor = (x: number, y: number): Anchor => ({ left: x, right: x, top: y, bottom: y })

type RowMenuOptions = {
  /** Selects a link from the menu. During a selection, a long press extends it to a range. */
  onSelect?: (uuid: string, range?: boolean) => void
  selecting?: boolean
}

/**
 * Returns one menu for a whole list, opened by right click, menu key, long press or a row's button.
 * The handlers go on the list; rows only need `data-link-row`.
 */
export function useRowMenu(
  find: (uuid: string) => ShortLink | undefined,
  { onSelect, selecting = false }: RowMenuOptions = {},
) {
  const [open, setOpen] = useState<{ link: ShortLink; anchor: Anchor }>()
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  const wasLongPress = useRef(false)

  function linkUnder(target: EventTarget) {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-link-row]') : null
    return row && find(row.dataset['linkRow'] ?? '')
  }

  function endPress() {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }

  function pressLong(link: ShortLink, anchor: Anchor) {
    wasLongPress.current = true
    if (selecting) onSelect?.(link.uuid, true)
    else setOpen({ link, anchor })
  }

  const handlers = {
    onContextMenu(event: MouseEvent) {
      const link = linkUnder(event.target)
      if (!link) return
      event.preventDefault()
      const byFinger = press.current !== undefined
      endPress()
      if (byFinger) return pressLong(link, pointAnchor(event.clientX, event.clientY))
      // The menu key has no position, so open the menu at the element itself.
      const box = (event.target as Element).getBoundingClientRect()
      const byKey = event.clientX === 0 && event.clientY === 0
      setOpen({ link, anchor: byKey ? box : pointAnchor(event.clientX, event.clientY) })
    },
    onPointerDown({ pointerType, target, clientX: x, clientY: y }: PointerEvent) {
      wasLongPress.current = false
      const link = pointerType === 'touch' ? linkUnder(target) : null
      if (!link) return
      const timer = setTimeout(() => {
        endPress()
        pressLong(link, pointAnchor(x, y))
      }, LONG_PRESS_MS)
      press.current = { timer, x, y }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (!press.current) return
      const { x, y } = press.current
      if (Math.hypot(clientX - x, clientY - y) > MAX_MOVE_PX) endPress()
    },
    onPointerUp: endPress,
    onPointerCancel: endPress,
    /** Ignores the click that follows a long press. */
    onClickCapture(event: MouseEvent): boolean {
      if (!wasLongPress.current) return false
      wasLongPress.current = false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
  }

  const openAt = (link: ShortLink, button: HTMLElement) =>
    setOpen({ link, anchor: button.getBoundingClientRect() })

  const popup = open && (
    <LazyBoundary>
      <RowMenuPopup {...open} onSelect={onSelect} onClose={() => setOpen(undefined)} />
    </LazyBoundary>
  )

  return { handlers, openAt, popup }
}
