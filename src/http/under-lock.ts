import { onLeft } from './page-cache.ts'

/**
 * Runs `work` while this tab holds a lock shared with other tabs and the worker. If the page is
 * left, the lock is released and waiting for it ends; `signal` also ends the waiting.
 */
export async function underLock<T>(
  name: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const left = new AbortController()
  const waiting = new AbortController()
  const giveUp = () => waiting.abort()
  const forget = onLeft(() => left.abort())
  left.signal.addEventListener('abort', giveUp)
  signal?.addEventListener('abort', giveUp)
  if (signal?.aborted) giveUp()
  try {
    const held = () => Promise.race([work(), aborted(left.signal)])
    return await navigator.locks.request(name, { signal: waiting.signal }, held)
  } finally {
    forget()
    signal?.removeEventListener('abort', giveUp)
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const end = () => reject(new DOMException('The page was left', 'AbortError'))
    signal.addEventListener('abort', end)
  })
