import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/base.css'
import '#boot/boot.css'
// Styles of the rows that early.ts draws.
import '#features/links/short-address.module.css'
import '#features/links/list/link-row.module.css'
import '#features/links/list/links-list.module.css'
import '#features/links/list/saved-rows.css'
import { handedOver } from '#contract/handed-over.ts'
import { catchWorker } from '#app/worker/early-worker.ts'
import { yieldToBrowser } from '#ui/schedule.ts'
import { catchInstallPrompt } from '#app/install/prompt.ts'
import { within } from '#http/time-out.ts'
import { readAhead } from '#live/start/read-ahead.ts'
import { startFailed } from '#boot/boot-failed.ts'
import { isSupported, mayContinue } from '#boot/browser.ts'
import { fetchFirstWave } from '#boot/first-wave.ts'
import { showUnsupported } from '#boot/unsupported.ts'

catchInstallPrompt()
catchWorker()
readAhead()

const root = document.querySelector<HTMLElement>('#root')

/** Maximum wait for drawing saved rows before the app starts. */
const PATIENCE_MS = 200

const painted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** Waits until the saved rows are drawn, before the code that updates them is loaded. */
async function showSaved() {
  const drawn = handedOver<Promise<boolean>>('drawn').get()
  const isDrawn = await within(PATIENCE_MS, drawn ?? Promise.resolve(false), false)
  // Otherwise running the app's code would delay the paint. Tabs in the background never paint.
  if (isDrawn) await within(PATIENCE_MS, painted(), undefined)
}

if (root) {
  // Split into tasks, so that a slow phone can paint and respond to input in between.
  const start = async () => {
    await showSaved()
    fetchFirstWave()
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
