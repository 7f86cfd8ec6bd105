import { preloadStartFiles, preloadStorageCode } from '#boot/first-wave.ts'
import { isSupported, hasChosenToContinue } from '#boot/browser.ts'
import { sharedSlot } from '#contract/handed-over.ts'
import { earlySaved } from '#features/links/list/first-rows/early-saved.ts'
import { drawSavedRows } from '#features/links/list/first-rows/saved-rows.ts'
import { requestEarly } from '#http/early-request.ts'
import { mayHaveWaiting } from '#live/outbox/waiting-hint.ts'
import { currentAccount, readSession } from '#live/signed-in.ts'
import { openEarly } from '#live/start/opened-early.ts'
import { readSavedRows } from '#live/start/read-saved.ts'
import { hasCopy } from '#mirror/store/database.ts'

/*
 * Inline script of the page. Before any app file is loaded, it reads the local copy, or requests
 * the newest links if there is none, and draws them as text in the first paint.
 */

// A service worker has the files on this device. Loading them now would delay drawing the saved
// rows.
if (!navigator.serviceWorker?.controller) preloadStartFiles()
// The request names no account, so its answer fits only the person's own.
if (!currentAccount())
  requestEarly(document.cookie, hasCopy, () => void pageParsed().then(preloadStorageCode))
sharedSlot<Promise<boolean>>('drawn').set(drawSaved().catch(() => false))

async function drawSaved(): Promise<boolean> {
  const { token = '', uuid } = readSession() ?? {}
  // The saved rows lack changes that wait to be sent, and showing those needs more code.
  if (!uuid || mayHaveWaiting() || !canStart()) return false
  openEarly(uuid)
  await pageParsed()
  const root = document.querySelector('#root')
  if (!root) return false
  // Draws the server's answer whenever it arrives, without waiting for it.
  void drawSavedRows(root, earlySaved(token)).catch(() => undefined)
  return drawSavedRows(root, readSavedRows(uuid))
}

function canStart(): boolean {
  return isSupported(navigator.userAgent) || hasChosenToContinue()
}

/** Resolves when the page is parsed. Its files may still be loading. */
async function pageParsed(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) =>
      document.addEventListener('readystatechange', resolve, { once: true }),
    )
}
