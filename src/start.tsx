import { createStore } from 'jotai'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#app/shell/app.tsx'
import { readSession } from '#live/session.ts'
import { within } from '#http/time-out.ts'
import { readBrandReferral } from '#app/session/brand-referral.ts'
import { goToLogin } from '#app/session/cut-off.ts'
import { firstDrawn } from '#app/shell/first-drawn.ts'
import { followLinks } from '#app/shell/in-app-links.ts'
import { bindLinkDialog } from '#app/dialog/link-dialog-state.ts'
import { createPageHistory } from '#app/dialog/page-history.ts'
import { follow } from '#app/dialog/use-dialog-param.ts'
import { guardLeaving } from '#app/dialog/unsaved.ts'
import { watchForMissingFiles } from '#app/worker/missing-files.ts'
import { preloadShell } from '#app/shell/shell.tsx'
import { startSession } from '#app/session/sign-in.ts'
import { startTheme } from '#app/shell/theme.ts'
import { renewUiSettings } from '#app/shell/ui-settings.ts'
import { guardComposition } from '#ui/keys.ts'
import { nextTask } from '#mirror/store/slices.ts'
import { firstScreen, holdForFirstScreen } from '#live/start/first-screen.ts'
import { hearSignOut } from '#live/sign-out-channel.ts'
import { createAppRouter } from './routes.tsx'
import { overlayPreloads } from './screens.ts'

type Store = ReturnType<typeof createStore>
type Doors = { open: (href: string) => void }
type Part = () => Promise<unknown>

/** Maximum wait for one part before the next one starts. */
const PART_MS = 4000

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
  hearSignOut(() => void leave())
  const outcome = await startSession()
  if (outcome === 'leaving') return

  const router = createAppRouter(createPageHistory())
  const open = (href: string) => follow(router.history, href)
  const begin = () => {
    holdForFirstScreen(firstDrawn(router, readAndListen(store)))
    renewUiSettings()
    startTheme(store)
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
    void startLater(personParts(store))
  }
  const app = <App store={store} router={router} outcome={outcome} onSignedIn={signedIn} />
  // Rendered in a transition, so that a slow phone responds to input meanwhile.
  startTransition(() => createRoot(element).render(app))
  await startLater([...deviceParts(store, { open }), ...(isSignedIn ? personParts(store) : [])])
}

/**
 * Starts reading rows while the first screen's code is loading, and listens for failures before any
 * request. Returns whether there are rows to wait for.
 */
async function readAndListen(store: Store) {
  const [{ startProblems }, { rowsAtHand, openMirror }] = await Promise.all([
    import('#app/problems/problems.ts'),
    import('#live/mirror.ts'),
  ])
  startProblems(store)
  openMirror()
  return rowsAtHand()
}

/**
 * Leaves the session after a sign-out in another tab, or one that happened while this page was in
 * the back/forward cache.
 */
async function leave() {
  const wipe = await import('#live/wipe.ts').catch(() => null)
  await wipe?.letGo().catch(() => undefined)
  if (readSession()) location.reload()
  else await goToLogin()
}

/** Returns the parts that start with or without a session. */
const deviceParts = (store: Store, doors: Doors): Part[] => [
  async () => (await import('#app/worker/worker.ts')).startWorker(store, doors),
  async () => (await import('#app/worker/launches.ts')).takeLaunches(doors),
  async () => (await import('#app/outbox/start-outbox.ts')).startOutbox(store),
]

const personParts = (store: Store): Part[] => [
  async () => (await import('#app/outbox/start-outbox.ts')).followWaiting(store),
  async () => (await import('#app/worker/lasting-storage.ts')).keepStorage(),
  // Before the facts: overlays on this device can then be opened without a connection.
  () => Promise.all(overlayPreloads.map((preload) => preload())),
  async () => readSession() && (await import('#app/facts/follow-facts.ts')).followFacts(store),
  async () =>
    readBrandReferral() &&
    readSession() &&
    (await import('#app/session/follow-brand-link.ts')).takeBrandReferral(store),
  async () => readSession() && (await import('#app/chat/start-chat.ts')).startChat(store),
  // The installation of the first worker may never end, so this is not awaited.
  async () => readSession() && void (await import('#app/worker/push.ts')).checkPushAtStart(store),
]

/**
 * Starts the parts that the first paint does not need, one after the other, so that the app
 * responds to input in between. Each part reads the current state when it starts, and so misses no
 * change.
 */
async function startLater(parts: Part[]) {
  await firstScreen()
  await idle()
  for (const start of parts) {
    await nextTask()
    // A part that cannot be loaded must not block the others; missing-files.ts handles it.
    await within(PART_MS, start(), undefined)
  }
}

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 500)
  })
