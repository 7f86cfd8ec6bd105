import type { createStore } from 'jotai'
import { wouldLose } from '../dialog/unsaved.ts'
import { reloadByItself } from './reload.ts'
import { updateAtom } from './update.ts'

/**
 * After a deploy an old tab may ask for a file that is gone. One reload brings the new app; a tab
 * with unsaved text, or a second time, gets the bar instead. Out of reach is not gone: a reload would
 * end on the browser's own error page.
 */
export function watchForMissingFiles(store: ReturnType<typeof createStore>): () => void {
  async function missing() {
    if (!navigator.onLine || !(await answers())) return
    if (store.get(wouldLose) || !reloadByItself()) store.set(updateAtom, 'taken')
  }
  window.addEventListener('vite:preloadError', missing)
  return () => window.removeEventListener('vite:preloadError', missing)
}

/** The probe is a file of its own, which may be what is missing. */
const answers = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
