import { onCall } from '#http/call-listeners.ts'

/**
 * Time after which a call counts as slow. A call that gets no answer fails with its own message.
 */
const SLOW_MS = 4000

/** Reports when calls become slow and when none is slow any more. */
export function watchSlowness(onChange: (slow: boolean) => void): () => void {
  const slowCalls = new Set<Promise<Response>>()

  onCall((call) => {
    const timer = setTimeout(() => {
      slowCalls.add(call)
      onChange(true)
    }, SLOW_MS)
    function done() {
      clearTimeout(timer)
      if (slowCalls.delete(call) && slowCalls.size === 0) onChange(false)
    }
    void call.catch(() => undefined).finally(done)
  })
  return () => onCall(() => undefined)
}
