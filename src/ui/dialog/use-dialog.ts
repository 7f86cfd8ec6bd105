import { useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { dropDialog, pushDialog } from './dialog-stack.ts'
import { keyOf } from '../keys.ts'

/**
 * Opens the native dialog while mounted. Focus stays inside, the page behind is inert, and closing
 * returns the focus. Without `onClose`, only the dialog's own buttons close it.
 */
export function useDialog(onClose: (() => void) | undefined) {
  const ref = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    return dialog ? open(dialog) : undefined
  }, [])

  return {
    ref,
    // Chrome closes the dialog on a second Escape even if `cancel` is prevented, so handle the key
    // itself.
    onKeyDown: (event: KeyboardEvent) => {
      if (keyOf(event) !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      onClose?.()
    },
    onCancel: (event: { target: EventTarget; preventDefault: () => void }) => {
      if (event.target !== ref.current) return
      event.preventDefault()
      onClose?.()
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.target === ref.current) onClose?.()
    },
    /** Open again if something else closed it, such as a system gesture. */
    onClose: () => {
      if (ref.current?.isConnected && !ref.current.open) ref.current.showModal()
    },
  }
}

function open(dialog: HTMLDialogElement) {
  const before = document.activeElement
  dialog.showModal()
  pushDialog(dialog)
  focusFirst(dialog)
  return () => {
    dropDialog(dialog)
    dialog.close()
    if (before instanceof HTMLElement && before.isConnected) before.focus()
  }
}

/** Focuses the field with `data-autofocus`, or the title, so that it is read first. */
function focusFirst(dialog: HTMLDialogElement) {
  const target =
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    dialog.querySelector<HTMLElement>('[data-dialog-title]')
  target?.focus({ preventScroll: true })
}
