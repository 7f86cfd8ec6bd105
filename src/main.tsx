import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/base.css'
import './boot.css'
import { askEarly } from '#api/early-ask.ts'
import { hasCopy } from '#mirror/database.ts'
import { catchWorker } from '#app/early-worker.ts'
import { giveWay } from '#ui/give-way.ts'
import { catchInstallPrompt } from '#app/install/prompt.ts'
import { startFailed } from './boot-failed.ts'
import { isSupported, mayContinue } from './browser.ts'
import { showUnsupported } from './unsupported.ts'

catchInstallPrompt()
catchWorker()
askEarly(document.cookie, hasCopy)

const root = document.querySelector<HTMLElement>('#root')

if (root) {
  // Run in pieces, so that a slow phone can paint and answer in between.
  const start = async () => {
    await import('./react.ts')
    await giveWay()
    await import('./routes.tsx')
    await giveWay()
    const { start } = await import('./start.tsx')
    await giveWay()
    return start(root)
  }
  const begin = () => void start().catch((error) => startFailed(root, error))
  if (isSupported(navigator.userAgent) || mayContinue()) begin()
  else showUnsupported(root, begin)
}
