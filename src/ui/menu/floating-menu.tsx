import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { useTopLayer } from '../dialog/dialog-stack.ts'
import type { MenuPopupProps } from './menu-popup.tsx'
import { keyOf } from '../keys.ts'
import styles from './menu.module.css'
import { Modal } from '../dialog/modal.tsx'
import { useWide } from '../use-media.ts'

const MIN_SHEET_ITEMS = 7

/** Shows an open menu. Menus with many items are sheets on phones. Open while mounted. */
export function OpenMenu(props: MenuPopupProps) {
  const wide = useWide('modal')
  return !wide && props.items.length >= MIN_SHEET_ITEMS ? (
    <Modal title={props.label} onClose={props.onClose}>
      <MenuItems {...props} />
    </Modal>
  ) : (
    <Floating {...props} />
  )
}

function Floating(props: MenuPopupProps) {
  const { anchor, onClose } = props
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current) positionMenu(box.current, anchor)
  }, [anchor])
  useEffect(() => {
    const trigger = triggerAt(anchor)
    const onPointerDown = (event: Event) => {
      const { target } = event
      if (!(target instanceof Element) || !box.current) return onClose()
      // A tap on the menu's own trigger closes it by its click event.
      if (!box.current.contains(target) && !target.closest('[aria-expanded="true"]')) onClose()
    }
    const onScroll = ({ target }: Event) => {
      const scroller = target instanceof Element ? target : document.documentElement
      if (!box.current || box.current.contains(scroller)) return
      if (!trigger) return onClose()
      // Something else was scrolled, so the trigger has not moved.
      if (!scroller.contains(trigger)) return
      const now = trigger.getBoundingClientRect()
      if (isVisible(now, scroller)) positionMenu(box.current, now)
      else onClose()
    }
    const stop = new AbortController()
    const { signal } = stop
    addEventListener('pointerdown', onPointerDown, { signal, capture: true })
    addEventListener('scroll', onScroll, { signal, capture: true })
    addEventListener('resize', onClose, { signal })
    return () => stop.abort()
  }, [anchor, onClose])
  return createPortal(
    <div ref={box} className={styles.popup}>
      <MenuItems {...props} />
    </div>,
    useTopLayer(),
  )
}

/**
 * Returns the element that opened the menu. The menu follows it when the page scrolls. A menu
 * opened by right click has none.
 */
function triggerAt({ left, top }: MenuPopupProps['anchor']): Element | undefined {
  const triggers = document.querySelectorAll('[aria-haspopup="menu"]')
  return [...triggers].find((one) => {
    const now = one.getBoundingClientRect()
    return now.left === left && now.top === top
  })
}

function isVisible({ top, bottom }: DOMRect, scroller: Element): boolean {
  if (scroller === document.documentElement) return bottom > 0 && top < innerHeight
  const view = scroller.getBoundingClientRect()
  return bottom > view.top && top < view.bottom
}

/**
 * Places the menu below its trigger, aligned with the trigger's end, or above if there is no space
 * below.
 */
function positionMenu(box: HTMLElement, anchor: MenuPopupProps['anchor']) {
  // Layout size, since the opening animation scales the visible size.
  const { offsetWidth: width, offsetHeight: height } = box
  const edge = 8
  const left = Math.max(edge, Math.min(anchor.right - width, innerWidth - width - edge))
  const below = anchor.bottom + 6
  const fits = below + height <= innerHeight - edge
  const top = fits ? below : Math.max(edge, anchor.top - 6 - height)
  box.style.left = `${left}px`
  box.style.top = `${top}px`
  box.style.transformOrigin = `${anchor.right - left - 20}px ${fits ? '0' : '100%'}`
}

function MenuItems({ label, items, onClose }: MenuPopupProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    const chosen = list.current?.querySelector<HTMLElement>('[aria-checked="true"]')
    ;(chosen ?? list.current?.querySelector<HTMLElement>('button'))?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  function keydown(event: KeyboardEvent) {
    const key = keyOf(event)
    if (key === 'Escape' || key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
      return
    }
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const next = nextItem(key, buttons)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <div ref={list} role="menu" aria-label={label} onKeyDown={keydown}>
      {items.map(({ label, icon: Icon, onSelect, danger, checked, several }) => (
        <button
          key={label}
          type="button"
          role={checked === undefined ? 'menuitem' : several ? 'menuitemcheckbox' : 'menuitemradio'}
          aria-checked={checked}
          className={styles.item}
          data-danger={danger || undefined}
          tabIndex={-1}
          onClick={() => {
            onClose()
            onSelect()
          }}
        >
          {Icon && <Icon size={20} aria-hidden />}
          <span>{label}</span>
        </button>
      ))}
    </div>
  )
}

/**
 * Returns the item for a key: arrow keys wrap around, Home and End go to the ends, and a letter
 * goes to the next item that starts with it.
 */
function nextItem(key: string, items: HTMLElement[]) {
  const at = items.indexOf(document.activeElement as HTMLElement)
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items[(at - 1 + items.length) % items.length]
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const startsWithKey = (item: HTMLElement) =>
    item.textContent.trim().toLowerCase().startsWith(key.toLowerCase())
  return items.slice(at + 1).find(startsWithKey) ?? items.find(startsWithKey)
}
