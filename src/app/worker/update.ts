import { atom, type createStore } from 'jotai'
import { withTimeout } from '#http/time-out.ts'
import type { MessageToWorker } from '#contract/messages.ts'
import { mirrorHealth, onMirrorHealth } from '#mirror/store/storage-health.ts'
import { wasReplaced } from './early-worker.ts'
import { hasUnsaved } from '../dialog/unsaved.ts'
import { reload, reloadByItself } from './reload.ts'

/**
 * State of an update. `ready`: a new version waits for the user. `taken`: it is active, and this
 * tab has to reload.
 */
export const updateAtom = atom<'none' | 'ready' | 'taken'>('none')

const HOUR_MS = 60 * 60 * 1000
/** Minimum time between two update checks when the tab becomes visible. */
const MIN_CHECK_INTERVAL_MS = 10 * 60 * 1000
/** Maximum wait for a worker to take over. After that the page reloads anyway. */
const MAX_TAKE_OVER_MS = 4000
const QUICK_CHECK_MS = 3000

let registration: ServiceWorkerRegistration | undefined
/** Whether the user asked this tab to reload. */
let isAccepted = false
let checkedAt = 0

export function setRegistration(found: ServiceWorkerRegistration | undefined): void {
  registration = found
  checkedAt = Date.now()
}

/** Activates the waiting version in all tabs. Tabs with unsaved input are not reloaded. */
export async function takeUpdate(): Promise<void> {
  const waiting = (await currentRegistration())?.waiting
  if (!waiting) return reload()
  isAccepted = true
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target
  waiting.postMessage({ type: 'skip-waiting' } satisfies MessageToWorker)
  setTimeout(reload, MAX_TAKE_OVER_MS)
}

/** Reloads for the menu's reload button, with the newest version if it can be loaded quickly. */
export async function reloadApp(): Promise<void> {
  await withTimeout(QUICK_CHECK_MS, checkForUpdate(), undefined)
  await takeUpdate()
}

/** Marks this tab as outdated after another tab has upgraded the database. */
export function followMirror(store: ReturnType<typeof createStore>): () => void {
  function look() {
    if (mirrorHealth() === 'outdated') store.set(updateAtom, 'taken')
  }
  // The database may have been upgraded while the first screen was rendered.
  look()
  return onMirrorHealth(look)
}

/**
 * Reloads when a new version took over. Checks for one hourly and when the tab becomes visible.
 * Returns a function that stops it.
 */
export function followUpdates(store: ReturnType<typeof createStore>): () => void {
  const { serviceWorker } = navigator
  let hadController = serviceWorker.controller !== null
  let isReloading = false

  function onControllerChange() {
    // The first worker controls a page of its own version, so there is no update.
    const isUpdate = hadController || isAccepted
    hadController = true
    if (!isUpdate || isReloading) return
    isReloading = isAccepted || (!store.get(hasUnsaved) && reloadByItself())
    if (isAccepted) reload()
    if (!isReloading) store.set(updateAtom, 'taken')
  }

  // Another tab may have activated the new version while this one started.
  if (wasReplaced()) onControllerChange()
  serviceWorker.addEventListener('controllerchange', onControllerChange)
  document.addEventListener('visibilitychange', onVisible)
  const timer = setInterval(() => void checkForUpdate(), HOUR_MS)
  return () => {
    serviceWorker.removeEventListener('controllerchange', onControllerChange)
    document.removeEventListener('visibilitychange', onVisible)
    clearInterval(timer)
  }
}

function onVisible(): void {
  if (document.visibilityState === 'visible' && Date.now() - checkedAt > MIN_CHECK_INTERVAL_MS)
    void checkForUpdate()
}

async function checkForUpdate(): Promise<void> {
  checkedAt = Date.now()
  try {
    const found = await currentRegistration()
    await found?.update()
    await whenInstalled(found?.installing)
  } catch {
    // Offline, or the script is not available now. The next check retries.
  }
}

/** Resolves when a new version has downloaded its files. Only then can the user activate it. */
function whenInstalled(worker: ServiceWorker | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!worker || worker.state !== 'installing') return resolve()
    worker.addEventListener('statechange', () => resolve(), { once: true })
  })
}

async function currentRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  return registration ?? (await navigator.serviceWorker.getRegistration().catch(() => undefined))
}
