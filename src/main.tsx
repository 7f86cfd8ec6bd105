import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/base.css'
import './boot.css'
import { catchWorker } from '#app/early-worker.ts'
import { catchInstallPrompt } from '#app/install/prompt.ts'
import { isSupported, mayContinue } from './browser.ts'
import { showUnsupported } from './unsupported.ts'

catchInstallPrompt()
catchWorker()

const root = document.querySelector<HTMLElement>('#root')

if (root) {
  const start = async () => (await import('./start.tsx')).start(root)
  if (isSupported(navigator.userAgent) || mayContinue()) void start()
  else showUnsupported(root, () => void start())
}
