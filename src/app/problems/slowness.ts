import { onCall } from '#http/call-listeners.ts'

/**
 * Time after which a call counts as slow. A call that gets no answer fails with its own message.
 */
const SLOW_MS = 4000

/** Reports when calls become slow and when none is slow any more. */
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
