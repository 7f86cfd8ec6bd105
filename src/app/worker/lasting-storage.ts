import { linksIndex } from '#live/mirror.ts'

const KEY = 'split-asked-to-persist'

/**
 * Asks the browser once per device not to clear our data for want of space, as soon as there are links
 * to lose: some browsers ask the person, who then knows why (offline 8).
 */
export function keepStorage(): void {
  // An insecure page, and older Safari, have none.
  const storage = navigator.storage as StorageManager | undefined
  if (!storage?.persist || wasAsked()) return
  const index = linksIndex()
  const stop = index.subscribe(look)
  look()

  function look() {
    if ((index.list('links')?.count ?? 0) === 0 || wasAsked()) return
    stop()
    remember()
    void ask()
  }

  async function ask() {
    if (!(await storage?.persisted().catch(() => true))) await storage?.persist().catch(() => false)
  }
}

function wasAsked(): boolean {
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
    // Asked again at the next start.
  }
}
