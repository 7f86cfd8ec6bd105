import type { createStore } from 'jotai'
import { Workbox } from 'workbox-window'
import { APP_IDENTIFIER } from '#contract/app-constants.ts'
import { startReporting } from '../problems/reporting.ts'
import { cachedSettings } from './server-settings.ts'
import { followMirror, followUpdates, setRegistration, updateAtom } from './update.ts'
import { listenToWorker } from './worker-messages.ts'

type Store = ReturnType<typeof createStore>

/**
 * Registers the worker once its parameters are known, handles its messages and follows its updates.
 * Without workers the app still runs. Call it once, after the first render.
 */
export function startWorker(store: Store, callbacks: { open: (path: string) => void }): void {
  followMirror(store)
  if ('serviceWorker' in navigator) {
    listenToWorker(store, callbacks)
    followUpdates(store)
  }
  afterPaint(() => void setUpWorker(store))
}

/**
 * Loads the settings and registers the worker. Without settings it does not register, because the
 * script's address contains them.
 */
async function setUpWorker(store: Store): Promise<void> {
  const settings = await cachedSettings()
  if (!settings) {
    window.addEventListener('online', () => void setUpWorker(store), { once: true })
    return
  }
  startReporting(settings.error_reporting)
  const { server_key } = settings.push
  if (server_key && 'serviceWorker' in navigator) await register(store, server_key)
}

async function register(store: Store, server_key: string): Promise<void> {
  // The development server has no worker.
  if (import.meta.env.MODE === 'development') return
  const channel = import.meta.env.VITE_CHANNEL ?? 'production'
  const params = new URLSearchParams({ channel, app: APP_IDENTIFIER, server_key })
  const workbox = new Workbox(`/sw.js?${params}`)
  try {
    const registration = await workbox.register()
    setRegistration(registration)
    if (registration) offerUpdates(store, registration)
  } catch {
    // Blocked by a setting, a private window or a certificate. The app works without it.
  }
}

/** Offers each version that comes to wait. Workbox's own event covers only the first ones. */
function offerUpdates(store: Store, registration: ServiceWorkerRegistration): void {
  const offerIfWaiting = () => {
    // The first worker also waits for a moment, but replaces none.
    if (registration.waiting && registration.active) store.set(updateAtom, 'ready')
  }
  offerIfWaiting()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offerIfWaiting)
  })
}

function afterPaint(run: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 3000 })
  else setTimeout(run, 500)
}
