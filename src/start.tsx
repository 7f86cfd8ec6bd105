import { createStore } from 'jotai'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#app/shell/app.tsx'
import { readSession } from '#live/session.ts'
import { currentAccount } from '#live/signed-in.ts'
import { withTimeout } from '#http/time-out.ts'
import { readBrandReferral } from '#app/session/brand-referral.ts'
import { goToLogin } from '#app/session/cut-off.ts'
import { whenFirstRowsPainted } from '#app/shell/screen/first-drawn.ts'
import { followLinks } from '#app/shell/in-app-links.ts'
import { bindLinkDialog } from '#app/dialog/link-dialog-state.ts'
import { createPageHistory } from '#app/dialog/page-history.ts'
import { goToScreen } from '#app/dialog/use-dialog-param.ts'
import { guardLeaving } from '#app/dialog/unsaved.ts'
import { watchForMissingFiles } from '#app/worker/missing-files.ts'
import { preloadShell } from '#app/shell/shell.tsx'
import { startSession } from '#app/session/sign-in.ts'
import { applyStoredTheme } from '#app/shell/theme.ts'
import { renewUiSettings } from '#app/shell/ui-settings.ts'
import { guardComposition } from '#ui/keys.ts'
import { nextTask } from '#mirror/store/slices.ts'
import { afterFirstScreen, delayForFirstScreen } from '#live/start/first-screen.ts'
import { onSignOut } from '#live/sign-out-channel.ts'
import { createAppRouter } from './routes.tsx'
import { overlayPreloads } from './screens.ts'

type Store = ReturnType<typeof createStore>
type StartActions = { open: (href: string) => void }
type StartPart = () => Promise<unknown>

/** Maximum wait for one part before the next one starts. */
const PART_TIMEOUT_MS = 4000

/**
 * Starts the app in the order that shows rows soonest: read the session, start reading the local
 * copy, render.
 */
export async function start(element: HTMLElement) {
  const store = createStore()
  watchForMissingFiles(store)
  guardComposition()
  // Registered before the session is read. Otherwise a sign-out in another tab could be missed, and
  // this tab would keep the user's rows.
  onSignOut(() => void leave())
  const outcome = await startSession()
  if (outcome === 'leaving') return

  const router = createAppRouter(createPageHistory())
  const open = (href: string) => goToScreen(router.history, href)
  const begin = () => {
    delayForFirstScreen(whenFirstRowsPainted(router, readAndListen(store)))
    renewUiSettings()
    applyStoredTheme(store)
    bindLinkDialog(store, router.history)
    guardLeaving(store, router.history)
    followLinks({
      open,
      preload: (to) => void router.preloadRoute({ to }).catch(() => undefined),
    })
  }
  const isSignedIn = outcome === 'signed-in'
  if (isSignedIn) begin()
  await preloadShell()
  // A sign-in that failed at first can succeed later.
  const signedIn = () => {
    begin()
    void startParts(sessionParts(store))
  }
  const app = <App store={store} router={router} outcome={outcome} onSignedIn={signedIn} />
  // Rendered in a transition, so that a slow phone responds to input meanwhile.
  startTransition(() => createRoot(element).render(app))
  await startParts([...deviceParts(store, { open }), ...(isSignedIn ? sessionParts(store) : [])])
}

/**
 * Starts reading rows while the first screen's code is loading, and listens for failures before any
 * request. Returns whether there are rows to wait for.
 */
async function readAndListen(store: Store) {
  const [{ startProblems }, { hasFirstRows, openMirror }] = await Promise.all([
    import('#app/problems/problems.ts'),
    import('#live/mirror.ts'),
  ])
  startProblems(store)
  openMirror()
  return hasFirstRows()
}

/**
 * Leaves the session after a sign-out in another tab, or one that happened while this page was in
 * the back/forward cache.
 */
async function leave() {
  const wipe = await import('#live/wipe.ts').catch(() => null)
  await wipe?.dropUserData().catch(() => undefined)
  if (readSession()) location.reload()
  else await goToLogin()
}

/** Returns the parts that start with or without a session. */
const deviceParts = (store: Store, actions: StartActions): StartPart[] => [
  async () => (await import('#app/worker/worker.ts')).startWorker(store, actions),
  async () => (await import('#app/worker/launches.ts')).takeLaunches(actions),
  async () => (await import('#app/outbox/start-outbox.ts')).startOutbox(store),
]

/** Returns whether the tab acts for the person's own account. Chat is only for the owner. */
const isOwnAccount = () => readSession() !== null && !currentAccount()

const sessionParts = (store: Store): StartPart[] => [
  async () => (await import('#app/outbox/start-outbox.ts')).followWaiting(store),
  async () => (await import('#app/worker/lasting-storage.ts')).requestPersistence(),
  // Before the facts: overlays on this device can then be opened without a connection.
  () => Promise.all(overlayPreloads.map((preload) => preload())),
  async () => readSession() && (await import('#app/accounts/accounts.ts')).followAccounts(),
  async () => readSession() && (await import('#app/facts/follow-facts.ts')).followFacts(store),
  async () =>
    readBrandReferral() &&
    readSession() &&
    (await import('#app/session/follow-brand-link.ts')).sendBrandReferral(store),
  async () => isOwnAccount() && (await import('#app/chat/start-chat.ts')).startChat(store),
  // The installation of the first worker may never end, so this is not awaited.
  async () => readSession() && void (await import('#app/worker/push.ts')).checkPushAtStart(store),
]

/**
 * Starts the parts that the first paint does not need, one after the other, so that the app
 * responds to input in between. Each part reads the current state when it starts, and so misses no
 * change.
 */
async function startParts(parts: StartPart[]) {
  await afterFirstScreen()
  await idle()
  for (const start of parts) {
    await nextTask()
    // A part that cannot be loaded must not block the others; missing-files.ts handles it.
    await withTimeout(PART_TIMEOUT_MS, start(), undefined)
  }
}

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 500)
  })
