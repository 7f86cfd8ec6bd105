import { afterFirstScreen } from '../start/first-screen.ts'
import { refreshing } from './refreshing.ts'
import type { ListName } from '#mirror/store/storage.ts'
import type { RefreshOptions } from './revalidate.ts'

/**
 * Minimum age of a list to be refreshed when the tab becomes visible, so that switching windows
 * does not refresh it each time.
 */
const MIN_REFRESH_AGE_MS = 30_000

/**
 * Refreshes a list now, when the tab becomes visible and when the connection is back. Returns a
 * function that stops it.
 */
export function keepFresh(name: ListName, options?: RefreshOptions): () => void {
  const refresh = () => void refreshList(name, options)
  const onVisible = () => {
    const { checkedAt } = refreshing(name)
    const recent = checkedAt !== null && Date.now() - checkedAt < MIN_REFRESH_AGE_MS
    if (document.visibilityState === 'visible' && !recent) refresh()
  }
  refresh()
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('online', refresh)
  return () => {
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('online', refresh)
  }
}

/** Refreshes a list after the first screen has been rendered. */
export async function refreshList(name: ListName, options?: RefreshOptions): Promise<void> {
  await afterFirstScreen()
  // `watchForMissingFiles` handles code that cannot be loaded.
  const code = await import('./revalidate.ts').catch(() => null)
  await code?.revalidate(name, options)
}
