/**
 * Returns a signal that aborts after `ms` or together with another signal, and a function that ends
 * the wait. `AbortSignal.any` does not serve here: it holds its timer only weakly in Node 20, so that
 * a garbage collection can remove the limit.
 */
export function limitTime(
  ms: number,
  other?: AbortSignal,
): {
  signal: AbortSignal
  end: () => void
} {
  const limit = new AbortController()
  const stop = () => limit.abort(other?.reason)
  const timer = setTimeout(() => limit.abort(new DOMException('timeout', 'TimeoutError')), ms)
  timer.unref()
  if (other?.aborted) stop()
  other?.addEventListener('abort', stop)
  return {
    signal: limit.signal,
    end: () => {
      clearTimeout(timer)
      other?.removeEventListener('abort', stop)
    },
  }
}
