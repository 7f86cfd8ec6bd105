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

/** A part that takes longer, or for ever, keeps the next one away no longer. */
const PART_MS = 4000

/** Boot, in the order that shows rows soonest: who is it, start reading their copy, draw. */
export async function start(element: HTMLElement) {
  const store = createStore()
  watchForMissingFiles(store)
  guardComposition()
  // Before anybody is taken for signed in: a sign-out that is missed leaves this tab with their rows.
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
  // A sign-in that failed at first may work after all.
  const signedIn = () => {
    begin()
    void startLater(personParts(store))
  }
  const app = <App store={store} router={router} outcome={outcome} onSignedIn={signedIn} />
  // Drawn in slices, so that a slow phone answers a touch in between.
  startTransition(() => createRoot(element).render(app))
  await startLater([...deviceParts(store, { open }), ...(isSignedIn ? personParts(store) : [])])
}

/**
 * Rows are read while the first screen's code is still coming; failures are heard before any request.
 * Answers whether there are rows to wait for.
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

/** Signed out in another tab, or while this page lay where Back has found it. */
async function leave() {
  const wipe = await import('#live/wipe.ts').catch(() => null)
  await wipe?.letGo().catch(() => undefined)
  if (readSession()) location.reload()
  else await goToLogin()
}

/** What a device does, whoever is signed in. */
const deviceParts = (store: Store, doors: Doors): Part[] => [
  async () => (await import('#app/worker/worker.ts')).startWorker(store, doors),
  async () => (await import('#app/worker/launches.ts')).takeLaunches(doors),
  async () => (await import('#app/outbox/start-outbox.ts')).startOutbox(store),
]

const personParts = (store: Store): Part[] => [
  async () => (await import('#app/outbox/start-outbox.ts')).followWaiting(store),
  async () => (await import('#app/worker/lasting-storage.ts')).keepStorage(),
  // Before notices are read: what is on the device can be opened without a connection.
  () => Promise.all(overlayPreloads.map((preload) => preload())),
  async () => readSession() && (await import('#app/facts/follow-facts.ts')).followFacts(store),
  async () =>
    readBrandReferral() &&
    readSession() &&
    (await import('#app/session/follow-brand-link.ts')).takeBrandReferral(store),
  async () => readSession() && (await import('#app/chat/start-chat.ts')).startChat(store),
  // The first worker may take for ever; nothing waits for that.
  async () => readSession() && void (await import('#app/worker/push.ts')).checkPushAtStart(store),
]

/**
 * What no first paint waits for: one after the other, so that a touch is answered in between. Each asks
 * for the state when it comes up, for what it has missed.
 */
async function startLater(parts: Part[]) {
  await firstScreen()
  await idle()
  for (const start of parts) {
    await nextTask()
    // What cannot be fetched now must not keep the rest away; missing-files.ts has heard of it.
    await within(PART_MS, start(), undefined)
  }
}

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 500)
  })
