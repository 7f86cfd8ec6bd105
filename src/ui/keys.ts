import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

type AnyKeyboardEvent = KeyboardEvent | ReactKeyboardEvent

/** Key code of a key press that an input method handles (UI Events, section 7.3.1). */
const INPUT_METHOD_CODE = 229

/** Name of a key press that an input method handles (UI Events KeyboardEvent key values). */
const INPUT_METHOD_KEY = 'Process'

/**
 * Returns whether a key press belongs to an input method, as for Japanese or Chinese. Safari reports the
 * Enter that ends a composition after `compositionend`: only its key code tells it from another Enter.
 */
function isComposition(event: AnyKeyboardEvent): boolean {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === INPUT_METHOD_CODE
}

/** Returns the key of a key press, and `Process` while an input method uses the keyboard. */
export const keyOf = (event: AnyKeyboardEvent): string =>
  isComposition(event) ? INPUT_METHOD_KEY : event.key

function stopBrowser(event: KeyboardEvent) {
  if (!isComposition(event)) return
  if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault()
}

/**
 * Keeps the browser from submitting forms and closing dialogs with a key that belongs to an input method.
 * Returns a function that ends it.
 */
export function guardComposition(): () => void {
  addEventListener('keydown', stopBrowser, { capture: true })
  return () => removeEventListener('keydown', stopBrowser, { capture: true })
}
