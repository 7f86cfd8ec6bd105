/** Maximum delay of setTimeout, 24.8 days. Longer ones fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** Events that may report that a device woke up. */
const WAKE_EVENTS: [target: () => EventTarget, event: string][] = [
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

  function check() {
    clearTimeout(timer)
    const remaining = moment - Date.now()
    if (remaining > 0) timer = setTimeout(check, Math.min(remaining, MAX_TIMEOUT_MS))
    else {
      cancel()
      ring()
    }
  }

  function cancel() {
    clearTimeout(timer)
    for (const [target, event] of WAKE_EVENTS) target().removeEventListener(event, check)
  }

  for (const [target, event] of WAKE_EVENTS) target().addEventListener(event, check)
  // Check later, so that the caller has the cancel function before `ring` is called.
  timer = setTimeout(check, 0)
  return cancel
}
