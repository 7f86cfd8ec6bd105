import { useEffect, useEffectEvent } from 'react'
import { keyOf } from '#ui/keys.ts'

/** Elements in which letters are typed or have a meaning: a letter in a menu selects an entry. */
const TEXT_ELEMENTS =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable], [role=menu], [role=listbox], dialog'

const isIgnored = (event: KeyboardEvent) =>
  event.defaultPrevented ||
  event.repeat ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target instanceof Element && event.target.closest(TEXT_ELEMENTS) !== null) ||
  document.querySelector('dialog[open], [role=menu]') !== null

/** Runs the action of a key, unless the user is typing. */
export function useShortcuts(active: boolean, run: Partial<Record<string, () => void>>) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = run[keyOf(event).toLowerCase()]
    if (!shortcut || isIgnored(event)) return
    // Keep the key from being typed into the element that gets the focus.
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
