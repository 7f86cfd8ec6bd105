import { onCall } from '#http/call-listeners.ts'

/** By then people wonder. An answer that never comes ends in a failure, which has its own words. */
const SLOW_MS = 4000

/** Tells while at least one call has been waiting for long: slow is not offline. */
export function watchSlowness(tell: (slow: boolean) => void): () => void {
  const late = new Set<Promise<Response>>()

  onCall((call) => {
    const timer = setTimeout(() => {
      late.add(call)
      tell(true)
    }, SLOW_MS)
    function done() {
      clearTimeout(timer)
      if (late.delete(call) && late.size === 0) tell(false)
    }
    void call.catch(() => undefined).finally(done)
  })
  return () => onCall(() => undefined)
}
