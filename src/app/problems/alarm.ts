/** setTimeout fires at once for anything longer than 24.8 days. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

/** A machine that wakes up tells a page in one of these ways. */
const WAKING: [target: () => EventTarget, event: string][] = [
  [() => document, 'visibilitychange'],
  [() => document, 'resume'],
  [() => window, 'pageshow'],
  [() => window, 'focus'],
  [() => window, 'online'],
]

/**
 * Calls back once when the wall clock reaches `moment`, also when the machine slept through it:
 * timers count awake time only, so every waking looks at the clock. Returns what cancels it.
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
  // Not before the caller holds the cancel function.
  timer = setTimeout(look, 0)
  return cancel
}
