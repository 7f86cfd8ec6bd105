import { onPageLeave } from './page-cache.ts'

/**
 * Runs `work` while this tab holds a lock shared with other tabs and the worker. If the page is
 * left, the lock is released and waiting for it ends; `signal` also ends the waiting.
 */
export async function withLock<T>(
  name: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const pageLeft = new AbortController()
  const waiting = new AbortController()
  const stopWaiting = () => waiting.abort()
  const removeHandler = onPageLeave(() => pageLeft.abort())
  pageLeft.signal.addEventListener('abort', stopWaiting)
  signal?.addEventListener('abort', stopWaiting)
  if (signal?.aborted) stopWaiting()
  try {
    const runUnlessLeft = () => Promise.race([work(), rejectOnAbort(pageLeft.signal)])
    return await navigator.locks.request(name, { signal: waiting.signal }, runUnlessLeft)
  } finally {
    removeHandler()
    signal?.removeEventListener('abort', stopWaiting)
  }
}

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const end = () => reject(new DOMException('The page was left', 'AbortError'))
    signal.addEventListener('abort', end)
  })
