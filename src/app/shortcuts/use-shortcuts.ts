import { useEffect, useEffectEvent } from 'react'
import { keyOf } from '#ui/keys.ts'

/** Where a letter is typed, or has a meaning already: a menu goes to the entry that begins with it. */
const TAKES_LETTERS =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable], [role=menu], [role=listbox], dialog'

const isTaken = (event: KeyboardEvent) =>
  event.defaultPrevented ||
  event.repeat ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target instanceof Element && event.target.closest(TAKES_LETTERS) !== null) ||
  document.querySelector('dialog[open], [role=menu]') !== null

/** Runs what stands under a key, never while somebody types. */
export function useShortcuts(active: boolean, run: Partial<Record<string, () => void>>) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = run[keyOf(event).toLowerCase()]
    if (!shortcut || isTaken(event)) return
    // The key is not typed into what gets the focus by it.
    event.preventDefault()
    shortcut()
  })
  useEffect(() => {
    if (!active) return undefined
    const keydown = (event: KeyboardEvent) => pressed(event)
    addEventListener('keydown', keydown)
    return () => removeEventListener('keydown', keydown)
  }, [active])
}
