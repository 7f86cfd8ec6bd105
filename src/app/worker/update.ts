import { atom, type createStore } from 'jotai'
import { within } from '#http/time-out.ts'
import type { ToWorker } from '#contract/messages.ts'
import { mirrorHealth, onMirrorHealth } from '#mirror/store/storage-health.ts'
import { wasReplaced } from './early-worker.ts'
import { wouldLose } from '../dialog/unsaved.ts'
import { reload, reloadByItself } from './reload.ts'

/** `ready`: a new version waits for a tap. `taken`: it is active already, and this tab still has to reload. */
export const updateAtom = atom<'none' | 'ready' | 'taken'>('none')

const HOUR_MS = 60 * 60 * 1000
/** Coming back to the tab looks for an update at most this often. */
const LOOK_AGAIN_MS = 10 * 60 * 1000
/** A worker that was told to take over and has not by then never will. */
const TAKE_OVER_MS = 4000
const QUICK_CHECK_MS = 3000

let registration: ServiceWorkerRegistration | undefined
/** Whether the person asked this tab to reload. */
let accepted = false
let lookedAt = 0

export function setRegistration(found: ServiceWorkerRegistration | undefined): void {
  registration = found
  lookedAt = Date.now()
}

/** One tap takes the waiting version in every tab; only tabs with unsaved text keep their page. */
export async function takeUpdate(): Promise<void> {
  const waiting = (await currentRegistration())?.waiting
  if (!waiting) return reload()
  accepted = true
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target
  waiting.postMessage({ type: 'skip-waiting' } satisfies ToWorker)
  setTimeout(reload, TAKE_OVER_MS)
}

/** The reload button of the menu: with the newest version when one can be had quickly. */
export async function reloadApp(): Promise<void> {
  await within(QUICK_CHECK_MS, look(), undefined)
  await takeUpdate()
}

/** Another tab has upgraded the database, so this one is an old version, whoever controls it (offline 27). */
export function followMirror(store: ReturnType<typeof createStore>): () => void {
  function look() {
    if (mirrorHealth() === 'outdated') store.set(updateAtom, 'taken')
  }
  // It may have happened while the first screen was being drawn.
  look()
  return onMirrorHealth(look)
}

/** Reloads when a new version took over, and looks for one hourly and when the tab comes back. */
export function followUpdates(store: ReturnType<typeof createStore>): () => void {
  const { serviceWorker } = navigator
  let hadController = serviceWorker.controller !== null
  let left = false

  function changed() {
    // The first worker ever takes over a page that is as new as it is (offline 22).
    const isUpdate = hadController || accepted
    hadController = true
    if (!isUpdate || left) return
    left = accepted || (!store.get(wouldLose) && reloadByItself())
    if (accepted) reload()
    if (!left) store.set(updateAtom, 'taken')
  }

  // Another tab may have taken the new version while this one was starting.
  if (wasReplaced()) changed()
  serviceWorker.addEventListener('controllerchange', changed)
  document.addEventListener('visibilitychange', seen)
  const timer = setInterval(() => void look(), HOUR_MS)
  return () => {
    serviceWorker.removeEventListener('controllerchange', changed)
    document.removeEventListener('visibilitychange', seen)
    clearInterval(timer)
  }
}

function seen(): void {
  if (document.visibilityState === 'visible' && Date.now() - lookedAt > LOOK_AGAIN_MS) void look()
}

async function look(): Promise<void> {
  lookedAt = Date.now()
  try {
    const found = await currentRegistration()
    await found?.update()
    await installed(found?.installing)
  } catch {
    // Offline, or the script is not there right now: the next look will tell.
  }
}

/** A found version first downloads its files; it waits for a tap only then. */
function installed(worker: ServiceWorker | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!worker || worker.state !== 'installing') return resolve()
    worker.addEventListener('statechange', () => resolve(), { once: true })
  })
}

async function currentRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  return registration ?? (await navigator.serviceWorker.getRegistration().catch(() => undefined))
}
