import type { createStore } from 'jotai'
import { Workbox } from 'workbox-window'
import { APP_IDENTIFIER } from '#contract/app-constants.ts'
import { startReporting } from '../problems/reporting.ts'
import { knownSettings } from './server-settings.ts'
import { followMirror, followUpdates, setRegistration, updateAtom } from './update.ts'
import { listenToWorker } from './worker-messages.ts'

type Store = ReturnType<typeof createStore>

/**
 * Registers the worker once its parameters are known, hears what it says, and follows its updates.
 * Where workers are missing or blocked the app goes on without. Call it once, after the first render.
 */
export function startWorker(store: Store, doors: { open: (path: string) => void }): void {
  followMirror(store)
  if ('serviceWorker' in navigator) {
    listenToWorker(store, doors)
    followUpdates(store)
  }
  afterPaint(() => void introduce(store))
}

/** The script's address must not depend on how fast the settings came: without them, no registration. */
async function introduce(store: Store): Promise<void> {
  const settings = await knownSettings()
  if (!settings) {
    window.addEventListener('online', () => void introduce(store), { once: true })
    return
  }
  startReporting(settings.error_reporting)
  const { server_key } = settings.push
  if (server_key && 'serviceWorker' in navigator) await register(store, server_key)
}

async function register(store: Store, server_key: string): Promise<void> {
  // The development server has no worker to offer.
  if (import.meta.env.MODE === 'development') return
  const channel = import.meta.env.VITE_CHANNEL ?? 'production'
  const params = new URLSearchParams({ channel, app: APP_IDENTIFIER, server_key })
  const workbox = new Workbox(`/sw.js?${params}`)
  try {
    const registration = await workbox.register()
    setRegistration(registration)
    if (registration) offerWaiting(store, registration)
  } catch {
    // Blocked by a setting, a private window or a certificate: everything works without it (D-71).
  }
}

/** Every version that comes to wait, however often: Workbox's own event tells of the first ones only. */
function offerWaiting(store: Store, registration: ServiceWorkerRegistration): void {
  const look = () => {
    // The first worker ever also waits for a moment, and replaces nothing.
    if (registration.waiting && registration.active) store.set(updateAtom, 'ready')
  }
  look()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look)
  })
}

function afterPaint(run: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 3000 })
  else setTimeout(run, 500)
}
