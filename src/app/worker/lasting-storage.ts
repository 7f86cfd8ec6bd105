import { linksIndex } from '#live/mirror.ts'

const KEY = 'split-asked-to-persist'

/**
 * Asks the browser once per device not to evict our data, as soon as there are links. Some browsers
 * ask the user, who then understands why.
 */
export function requestPersistence(): void {
  // Missing on insecure pages and in older Safari.
  const storage = navigator.storage as StorageManager | undefined
  if (!storage?.persist || hasAsked()) return
  const index = linksIndex()
  const stop = index.subscribe(askOnceWithLinks)
  askOnceWithLinks()

  function askOnceWithLinks() {
    if ((index.list('links')?.count ?? 0) === 0 || hasAsked()) return
    stop()
    remember()
    void requestNow()
  }

  async function requestNow() {
    if (!(await storage?.persisted().catch(() => true))) await storage?.persist().catch(() => false)
  }
}

function hasAsked(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return true
  }
}

function remember(): void {
  try {
    localStorage.setItem(KEY, '1')
  } catch {
    // Without storage it asks again at the next start.
  }
}
