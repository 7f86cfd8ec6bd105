import { fetchFirstWave, fetchKeeper } from '#boot/first-wave.ts'
import { isSupported, mayContinue } from '#boot/browser.ts'
import { handedOver } from '#contract/handed-over.ts'
import { earlySaved } from '#features/links/list/early-saved.ts'
import { drawSavedRows } from '#features/links/list/saved-rows.ts'
import { askEarly } from '#http/early-ask.ts'
import { mayWait } from '#live/outbox/waiting-hint.ts'
import { readSession } from '#live/signed-in.ts'
import { openEarly } from '#live/start/opened-early.ts'
import { readSaved } from '#live/start/read-saved.ts'
import { hasCopy } from '#mirror/store/database.ts'

/*
 * The build puts this into the page itself: what is on this device, and where that is nothing the newest
 * links, are asked for before any file of the app has come, and drawn as text with the first paint.
 */

// A worker has them on this device, and what it brings keeps rows of this device from being drawn.
if (!navigator.serviceWorker?.controller) fetchFirstWave()
askEarly(document.cookie, hasCopy, () => void parsed().then(fetchKeeper))
handedOver<Promise<boolean>>('drawn').set(drawSaved().catch(() => false))

async function drawSaved(): Promise<boolean> {
  const { token = '', uuid } = readSession() ?? {}
  // Rows that are read with next to no code lack the changes that wait.
  if (!uuid || mayWait() || !mayStart()) return false
  openEarly(uuid)
  await parsed()
  const root = document.querySelector('#root')
  if (!root) return false
  // An answer of the server is drawn whenever it comes; nothing waits for it.
  void drawSavedRows(root, earlySaved(token)).catch(() => undefined)
  return drawSavedRows(root, readSaved(uuid))
}

function mayStart(): boolean {
  return isSupported(navigator.userAgent) || mayContinue()
}

/** The page is there, and its files may still be coming. */
async function parsed(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) =>
      document.addEventListener('readystatechange', resolve, { once: true }),
    )
}
