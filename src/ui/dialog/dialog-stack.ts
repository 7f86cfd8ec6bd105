import { useSyncExternalStore } from 'react'

/**
 * Open dialogs, topmost last. Toasts and menus are rendered inside the topmost dialog, because a
 * modal dialog makes everything outside it inert.
 */
let stack: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]) {
  stack = next
  // Lock scrolling of the page, unless hiding its scroll bar would change the layout.
  const root = document.documentElement
  const overlaid = root.hasAttribute('data-modal') || innerWidth === root.clientWidth
  root.toggleAttribute('data-modal', next.length > 0 && overlaid)
  for (const listener of listeners) listener()
}

export const pushDialog = (dialog: HTMLDialogElement) => change([...stack, dialog])
export const dropDialog = (dialog: HTMLDialogElement) =>
  change(stack.filter((other) => other !== dialog))

export const topDialog = () => stack.at(-1)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Returns the element to render a portal into: the topmost dialog or the page. */
export const useTopLayer = (): HTMLElement =>
  useSyncExternalStore(subscribe, () => topDialog() ?? document.body)
