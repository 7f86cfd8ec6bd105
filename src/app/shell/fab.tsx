import { PlusIcon } from '@phosphor-icons/react/Plus'
import { XIcon } from '@phosphor-icons/react/X'
import { atom, useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { Icon } from '#ui/icon.ts'
import { useFloating } from '#ui/menu/use-floating.ts'
import { keyOf } from '#ui/keys.ts'
import styles from './fab.module.css'
import { useScrolled } from './screen/use-scrolled.ts'

export type FabOption = { label: string; icon: Icon; onSelect: () => void }

/** Actions that a screen adds to the floating button, besides creating a link. */
export const fabOptionsAtom = atom<readonly FabOption[]>([])
const openAtom = atom(false)

const SMALL_AFTER_PX = 48

/** Shows the floating button. A single option runs at once. Several open as a menu above it. */
export function Fab({ text, create }: { text: string | null; create: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const box = useFloating()
  const [open, setOpen] = useAtom(openAtom)
  const more = useAtomValue(fabOptionsAtom)
  const small = useScrolled(SMALL_AFTER_PX) || text === null
  const options = [...more, { label: 'Create a link', icon: PlusIcon, onSelect: create }]
  useClosing(open, setOpen)

  function onPress() {
    if (options.length === 1) create()
    else setOpen(!open)
  }
  function keydown(event: KeyboardEvent) {
    if (keyOf(event) !== 'Escape' || !open) return
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div ref={box} className={styles.box} onKeyDown={keydown}>
      {open && (
        <ul className={styles.options}>
          {options.map(({ label, icon: Icon, onSelect }) => (
            <li key={label}>
              <button type="button" className={styles.option} onClick={onSelect}>
                <span>{label}</span>
                <Icon size={20} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <button
        ref={button}
        type="button"
        className={styles.fab}
        data-small={small || undefined}
        aria-label={open ? 'Close' : 'Create'}
        aria-expanded={options.length > 1 ? open : undefined}
        onClick={onPress}
      >
        {open ? (
          <XIcon size={22} weight="bold" aria-hidden />
        ) : (
          <PlusIcon size={22} weight="bold" aria-hidden />
        )}
        <span className={styles.text} aria-hidden="true">
          {text && (open ? 'Close' : text)}
        </span>
      </button>
    </div>
  )
}

/** Closes the menu on any tap, including one on an option, and when the screen changes. */
function useClosing(open: boolean, setOpen: (open: boolean) => void) {
  useEffect(() => {
    if (!open) return undefined
    const openedAt = performance.now()
    // The click that opened the menu has not reached the document yet.
    const close = (event?: Event) => {
      if (!event || event.timeStamp > openedAt) setOpen(false)
    }
    document.addEventListener('click', close)
    return () => {
      document.removeEventListener('click', close)
      close()
    }
  }, [open, setOpen])
}
