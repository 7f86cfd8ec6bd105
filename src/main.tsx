import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/base.css'
import '#boot/boot.css'
import { askEarly } from '#http/early-ask.ts'
import { hasCopy } from '#mirror/store/database.ts'
import { catchWorker } from '#app/worker/early-worker.ts'
import { yieldToBrowser } from '#ui/schedule.ts'
import { catchInstallPrompt } from '#app/install/prompt.ts'
import { fetchKeeper } from '#boot/fetch-keeper.ts'
import { earlySaved } from '#features/links/list/early-saved.ts'
import { drawSavedRows } from '#features/links/list/saved-rows.ts'
import { mayWait } from '#live/outbox/waiting-hint.ts'
import { readSession } from '#live/signed-in.ts'
import { within } from '#http/time-out.ts'
import { readAhead } from '#live/start/read-ahead.ts'
import { startFailed } from '#boot/boot-failed.ts'
import { isSupported, mayContinue } from '#boot/browser.ts'
import { showUnsupported } from '#boot/unsupported.ts'

catchInstallPrompt()
catchWorker()
askEarly(document.cookie, hasCopy, fetchKeeper)

const root = document.querySelector<HTMLElement>('#root')

/** The app comes first where what is here takes longer to read. */
const PATIENCE_MS = 200

const painted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** What is on this device, before the code that keeps it up to date. */
async function showSaved(root: Element) {
  const { token = '', uuid } = readSession() ?? {}
  // Rows that are read with next to no code lack the changes that wait.
  if (!uuid || mayWait()) return
  // An answer of the server is drawn whenever it comes; nothing waits for it.
  void drawSavedRows(root, earlySaved(token)).catch(() => undefined)
  const isDrawn = await within(PATIENCE_MS, drawSavedRows(root, readAhead(uuid)), false)
  // The app's code would keep it from being painted. A tab in the background paints nothing.
  if (isDrawn) await within(PATIENCE_MS, painted(), undefined)
}

if (root) {
  // Run in pieces, so that a slow phone can paint and answer in between.
  const start = async () => {
    await showSaved(root).catch(() => undefined)
    await import('#boot/react.ts')
    await yieldToBrowser()
    await import('./routes.tsx')
    await yieldToBrowser()
    const { start } = await import('./start.tsx')
    await yieldToBrowser()
    return start(root)
  }
  const begin = () => void start().catch((error) => startFailed(root, error))
  if (isSupported(navigator.userAgent) || mayContinue()) begin()
  else showUnsupported(root, begin)
}
