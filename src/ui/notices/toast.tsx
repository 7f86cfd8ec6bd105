import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import { InfoIcon } from '@phosphor-icons/react/Info'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { XIcon } from '@phosphor-icons/react/X'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTopLayer } from '../dialog/dialog-stack.ts'
import type { Icon } from '../icon.ts'
import styles from './toast.module.css'

/** Time in ms for which a toast is shown (spec, section 9). */
export const TOAST_MS = 4000

type ToastOptions = {
  icon?: Icon
  tone?: 'done' | 'info' | 'problem'
  action?: { label: string; onSelect: () => void }
  /** Whether it stays until closed, for text that the user must read before continuing. */
  closable?: boolean
}
type Toast = ToastOptions & { id: number; message: string; isForScreenReaders?: boolean }

let current: Toast | undefined
let count = 0
const listeners = new Set<() => void>()

function show(next: Toast | undefined) {
  current = next
  for (const listener of listeners) listener()
}

/**
 * Shows one line that disappears by itself. Use a banner for what needs an action. Returns a
 * function that removes it.
 */
export function toast(message: string, options: ToastOptions = {}): () => void {
  count += 1
  const id = count
  show({ ...options, id, message })
  return () => {
    if (current?.id === id) show(undefined)
  }
}

/** Announces text to screen readers that sighted users see elsewhere, such as on a copy button. */
export function announce(message: string) {
  count += 1
  show({ id: count, message, isForScreenReaders: true })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Shows the current toast. Rendered once by the shell; moves into the topmost dialog, where it can
 * be read.
 */
export function ToastHost() {
  const shown = useSyncExternalStore(subscribe, () => current)
  const top = useTopLayer()
  const region = (
    <div className={styles.host} role="status" aria-live="polite">
      {shown && <ToastLine key={shown.id} toast={shown} />}
    </div>
  )
  return top === document.body ? region : createPortal(region, top)
}

const ICONS = { done: CheckCircleIcon, info: InfoIcon, problem: WarningCircleIcon }

function ToastLine({ toast }: { toast: Toast }) {
  const [isPaused, setHeld] = useState(false)
  useEffect(() => {
    if (isPaused || toast.closable) return undefined
    const timer = setTimeout(() => show(undefined), TOAST_MS)
    return () => clearTimeout(timer)
  }, [isPaused, toast.closable])
  const Icon = toast.icon ?? ICONS[toast.tone ?? 'done']
  const { action, closable } = toast
  if (toast.isForScreenReaders) return <span className="vh">{toast.message}</span>
  return (
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} weight="fill" aria-hidden />
      <span>{toast.message}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            show(undefined)
            action.onSelect()
          }}
        >
          {action.label}
        </button>
      )}
      {closable && (
        <button
          type="button"
          className={styles.action}
          aria-label="Close message"
          onClick={() => show(undefined)}
        >
          <XIcon size={20} aria-hidden />
        </button>
      )}
    </div>
  )
}
