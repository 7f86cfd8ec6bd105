import { firstScreen } from '../start/first-screen.ts'
import { refreshing } from './refreshing.ts'
import type { ListName } from '#mirror/store/storage.ts'

/** Coming back to the tab asks again, but switching windows to and fro does not. */
const FOCUS_GRAIN_MS = 30_000

/** Refreshes a list now, when the tab is looked at again, and when the connection is back. */
export function keepFresh(name: ListName, options?: { aside: boolean }): () => void {
  const again = () => void refreshList(name, options)
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

/** Brings a list up to date, with code that the first screen does not wait for. */
export async function refreshList(name: ListName, options?: { aside: boolean }): Promise<void> {
  await firstScreen()
  // Code that cannot be fetched is the business of whoever watches for missing files.
  const code = await import('./revalidate.ts').catch(() => null)
  await code?.revalidate(name, options)
}
