import type { MouseEvent } from 'react'
import type { Selection } from './use-selection.ts'

const rowOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-link-row]') : null

/** Prevents Shift+click from selecting the text between rows. */
function onMouseDown(event: MouseEvent) {
  if (event.shiftKey && rowOf(event.target)) event.preventDefault()
}

/**
 * Returns click handlers for a whole list. Clicks on a row with Shift, Ctrl or Command select it;
 * on a phone, every tap does while the selection is active. Checkboxes handle their own clicks.
 */
export function useRowSelection(selection: Selection, wide: boolean) {
  function onClickCapture(event: MouseEvent) {
    const row = rowOf(event.target)
    if (!row || (event.target as Element).closest('label')) return
    const withKey = event.shiftKey || event.metaKey || event.ctrlKey
    if (wide ? !withKey : !selection.active) return
    event.preventDefault()
    event.stopPropagation()
    selection.toggle(row.dataset['linkRow'] ?? '', event.shiftKey)
  }

  return { onClickCapture, onMouseDown }
}
