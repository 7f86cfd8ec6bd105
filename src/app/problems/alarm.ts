/** Maximum delay of setTimeout, 24.8 days. Longer ones fire at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

/** Events that may report that a device woke up. */
const WAKING: [target: () => EventTarget, event: string][] = [
  [() => document, 'visibilitychange'],
  [() => document, 'resume'],
  [() => window, 'pageshow'],
  [() => window, 'focus'],
  [() => window, 'online'],
]

/**
 * Calls `ring` once when the clock reaches `moment`, even if the device slept meanwhile: timers do
 * not run during sleep, so the clock is checked on each wake-up. Returns a function that cancels
 * it.
 */
export function setAlarm(moment: number, ring: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function look() {
    clearTimeout(timer)
    const left = moment - Date.now()
    if (left > 0) timer = setTimeout(look, Math.min(left, LONGEST_TIMEOUT_MS))
    else {
      cancel()
      ring()
    }
  }

  function cancel() {
    clearTimeout(timer)
    for (const [target, event] of WAKING) target().removeEventListener(event, look)
  }

  for (const [target, event] of WAKING) target().addEventListener(event, look)
  // Not before the caller has the cancel function.
  timer = setTimeout(look, 0)
  return cancel
}
