import { paths } from '#paths.ts'

/** Two automatic reloads this close together are a loop. */
const LOOP_MS = 60 * 1000
const LAST_RELOAD = 'split-reloaded-at'

/** A reload that a person asked for, or that a promised moment asked for. */
export const reload = () => window.location.reload()

/** Leaves the page, so that nothing of it lives on. */
export const goTo = (path: string) => window.location.assign(path)

/** Back to where the person came from, or to the root when this is the first page. */
export const goBack = () => (window.history.length > 1 ? window.history.back() : goTo(paths.home))

/** A reload that nobody asked for: at most one a minute and tab, so that it can never loop. */
export function reloadByItself(): boolean {
  const now = Date.now()
  try {
    const last = Number(sessionStorage.getItem(LAST_RELOAD))
    if (now - last < LOOP_MS && last <= now) return false
    sessionStorage.setItem(LAST_RELOAD, String(now))
  } catch {
    // Without a memory of the last one there is no telling a loop from a first time.
    return false
  }
  reload()
  return true
}
