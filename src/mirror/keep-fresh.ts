import { refreshing, revalidate } from './revalidate.ts'
import type { ListName } from './storage.ts'

/** Coming back to the tab asks again, but switching windows to and fro does not. */
const FOCUS_GRAIN_MS = 30_000

/** Refreshes a list now, when the tab is looked at again, and when the connection is back. */
export function keepFresh(name: ListName, options?: { aside: boolean }): () => void {
  const again = () => void revalidate(name, options)
  const seen = () => {
    const { checkedAt } = refreshing(name)
    const recent = checkedAt !== null && Date.now() - checkedAt < FOCUS_GRAIN_MS
    if (document.visibilityState === 'visible' && !recent) again()
  }
  again()
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('online', again)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    window.removeEventListener('online', again)
  }
}
