import type { createStore } from 'jotai'
import { hasUnsaved } from '../dialog/unsaved.ts'
import { reloadByItself } from './reload.ts'
import { updateAtom } from './update.ts'

/**
 * Handles an old tab that requests a file which a deploy removed. Reloads once to get the new
 * version. With unsaved input, or the second time, shows the update bar instead. Does nothing
 * without a connection, because a reload would show the browser's error page.
 */
export function watchForMissingFiles(store: ReturnType<typeof createStore>): () => void {
  async function onMissingFile() {
    if (!navigator.onLine || !(await isServerReachable())) return
    if (store.get(hasUnsaved) || !reloadByItself()) store.set(updateAtom, 'taken')
  }
  window.addEventListener('vite:preloadError', onMissingFile)
  return () => window.removeEventListener('vite:preloadError', onMissingFile)
}

/** Checks the server without the probe module, which may itself be missing. */
const isServerReachable = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
