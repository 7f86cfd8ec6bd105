import type { MouseEvent } from 'react'
import type { Selection } from './use-selection.ts'

const rowOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-link-row]') : null

/** Shift would mark the text between the rows. */
function onMouseDown(event: MouseEvent) {
  if (event.shiftKey && rowOf(event.target)) event.preventDefault()
}

/**
 * Clicks anywhere on a row, for the list as a whole: with Shift, Ctrl or Command they select, and on
 * a phone, while something is selected, every tap does. A checkbox answers for itself.
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
