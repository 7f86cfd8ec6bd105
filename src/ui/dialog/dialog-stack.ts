import { useSyncExternalStore } from 'react'

/**
 * Open dialogs, the last on top. What must stay usable above them (toast, menu) is rendered inside
 * the top one, because a modal dialog makes everything outside it inert.
 */
let stack: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]) {
  stack = next
  // The page behind stays where it is, unless hiding its scroll bar would move everything.
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

/** Where a portal goes now: the dialog on top, or the page. */
export const useTopLayer = (): HTMLElement =>
  useSyncExternalStore(subscribe, () => topDialog() ?? document.body)
