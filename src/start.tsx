import { createStore } from 'jotai'
import { createRoot } from 'react-dom/client'
import { App } from '#app/app.tsx'
import { followLinks } from '#app/in-app-links.ts'
import { bindLinkDialog } from '#app/link-dialog-state.ts'
import { loginUrl } from '#app/login-url.ts'
import { startProblems } from '#app/problems/problems.ts'
import { startSession } from '#app/sign-in.ts'
import { startTheme } from '#app/theme.ts'
import { renewUiSettings } from '#app/ui-settings.ts'
import { createAppRouter } from './routes.tsx'

/** Boot, in the order that shows rows soonest: who is it, start reading their copy, draw. */
export async function start(element: HTMLElement) {
  const store = createStore()
  startProblems(store)
  const outcome = await startSession()
  if (outcome === 'leaving') return

  const router = createAppRouter()
  const signedIn = () => {
    void warmMirror()
    renewUiSettings()
    startTheme(store)
    bindLinkDialog(store, router.history)
    followLinks({
      open: (href) => router.history.push(href),
      preload: (to) => void router.preloadRoute({ to }).catch(() => undefined),
    })
  }
  if (outcome === 'signed-in') signedIn()
  createRoot(element).render(
    <App store={store} router={router} outcome={outcome} onSignedIn={signedIn} />,
  )
  void startLater(store, (href) => router.history.push(href))
}

/** Its rows are read while the first screen's code is still coming. */
async function warmMirror() {
  const { warm } = await import('#mirror/page.ts')
  warm()
}

/** What no first paint waits for. */
async function startLater(store: ReturnType<typeof createStore>, open: (href: string) => void) {
  const [{ startWorker }, { onSignedOutElsewhere }] = await Promise.all([
    import('#app/worker.ts'),
    import('#mirror/wipe.ts'),
  ])
  startWorker(store, { open })
  onSignedOutElsewhere(() => location.replace(loginUrl()))
}
