import { paths } from '#paths.ts'

/** Minimum time between two automatic reloads. A shorter one would be a loop. */
const MIN_RELOAD_INTERVAL_MS = 60 * 1000
const LAST_RELOAD_KEY = 'split-reloaded-at'

/** Reloads the page at the user's request or at an announced time. */
export const reload = () => window.location.reload()

/** Leaves the page by a full page load, which ends all of its state. */
export const goTo = (path: string) => window.location.assign(path)

/** Goes back, or to the root if this is the first page. */
export const goBack = () => (window.history.length > 1 ? window.history.back() : goTo(paths.home))

/**
 * Reloads automatically, at most once a minute per tab, so that it cannot loop. Returns whether it
 * did.
 */
export function reloadByItself(): boolean {
  const now = Date.now()
  try {
    const last = Number(sessionStorage.getItem(LAST_RELOAD_KEY))
    if (now - last < MIN_RELOAD_INTERVAL_MS && last <= now) return false
    sessionStorage.setItem(LAST_RELOAD_KEY, String(now))
  } catch {
    // Without storage a loop could not be detected.
    return false
  }
  reload()
  return true
}
