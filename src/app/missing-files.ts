import type { createStore } from 'jotai'
import { hasUnsavedChanges } from './link-dialog-state.ts'
import { reloadByItself } from './reload.ts'
import { updateAtom } from './update.ts'

/**
 * After a deploy an old tab may ask for a file that is gone. One reload brings the new app; a tab
 * with unsaved text, or a second time, gets the bar instead.
 */
export function watchForMissingFiles(store: ReturnType<typeof createStore>): () => void {
  function missing(event: Event) {
    if (!navigator.onLine) return
    if (!store.get(hasUnsavedChanges) && reloadByItself()) event.preventDefault()
    else store.set(updateAtom, 'taken')
  }
  window.addEventListener('vite:preloadError', missing)
  return () => window.removeEventListener('vite:preloadError', missing)
}
