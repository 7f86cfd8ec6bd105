import '#ui/styles/fonts.css'
import '#ui/styles/tokens.css'
import '#ui/styles/base.css'
import '#boot/boot.css'
// Styles of the rows that early.ts draws.
import '#features/links/short-address.module.css'
import '#features/links/list/row/link-row.module.css'
import '#features/links/list/links-list.module.css'
import '#features/links/list/first-rows/saved-rows.css'
import { sharedSlot } from '#contract/handed-over.ts'
import { catchWorker } from '#app/worker/early-worker.ts'
import { yieldToBrowser } from '#ui/loading/schedule.ts'
import { catchInstallPrompt } from '#app/install/prompt.ts'
import { withTimeout } from '#http/time-out.ts'
import { readAhead } from '#live/start/read-ahead.ts'
import { handleStartFailure } from '#boot/boot-failed.ts'
import { isSupported, hasChosenToContinue } from '#boot/browser.ts'
import { preloadStartFiles } from '#boot/first-wave.ts'
import { showUnsupported } from '#boot/unsupported.ts'

catchInstallPrompt()
catchWorker()
readAhead()

const root = document.querySelector<HTMLElement>('#root')

/** Maximum wait for drawing saved rows before the app starts. */
const MAX_DRAW_WAIT_MS = 200

const nextPaint = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** Waits until the saved rows are drawn, before the code that updates them is loaded. */
async function waitForSavedRows() {
  const drawn = sharedSlot<Promise<boolean>>('drawn').get()
  const isDrawn = await withTimeout(MAX_DRAW_WAIT_MS, drawn ?? Promise.resolve(false), false)
  // Otherwise running the app's code would delay the paint. Tabs in the background never paint.
  if (isDrawn) await withTimeout(MAX_DRAW_WAIT_MS, nextPaint(), undefined)
}

if (root) {
  // Split into tasks, so that a slow phone can paint and respond to input in between.
  const start = async () => {
    await waitForSavedRows()
    preloadStartFiles()
    await import('#boot/react.ts')
    await yieldToBrowser()
    await import('./routes.tsx')
    await yieldToBrowser()
    const { start } = await import('./start.tsx')
    await yieldToBrowser()
    return start(root)
  }
  const begin = () => void start().catch((error) => handleStartFailure(root, error))
  if (isSupported(navigator.userAgent) || hasChosenToContinue()) begin()
  else showUnsupported(root, begin)
}
