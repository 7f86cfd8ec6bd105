import type { createStore } from 'jotai'
import { wouldLose } from '../dialog/unsaved.ts'
import { reloadByItself } from './reload.ts'
import { updateAtom } from './update.ts'

/**
 * Handles an old tab that requests a file which a deploy removed. Reloads once to get the new
 * version. With unsaved input, or the second time, shows the update bar instead. Does nothing
 * without a connection, because a reload would show the browser's error page.
 */
export function watchForMissingFiles(store: ReturnType<typeof createStore>): () => void {
  async function missing() {
    if (!navigator.onLine || !(await answers())) return
    if (store.get(wouldLose) || !reloadByItself()) store.set(updateAtom, 'taken')
  }
  window.addEventListener('vite:preloadError', missing)
  return () => window.removeEventListener('vite:preloadError', missing)
}

/** Checks the server without the probe module, which may itself be missing. */
const answers = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
