import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/base.css'
import '#boot/boot.css'
import { askEarly } from '#http/early-ask.ts'
import { hasCopy } from '#mirror/store/database.ts'
import { catchWorker } from '#app/worker/early-worker.ts'
import { yieldToBrowser } from '#ui/schedule.ts'
import { catchInstallPrompt } from '#app/install/prompt.ts'
import { startFailed } from '#boot/boot-failed.ts'
import { isSupported, mayContinue } from '#boot/browser.ts'
import { showUnsupported } from '#boot/unsupported.ts'

catchInstallPrompt()
catchWorker()
askEarly(document.cookie, hasCopy)

const root = document.querySelector<HTMLElement>('#root')

if (root) {
  // Run in pieces, so that a slow phone can paint and answer in between.
  const start = async () => {
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
