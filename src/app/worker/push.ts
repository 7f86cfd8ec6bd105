import { atom, type createStore } from 'jotai'
import { isPushOff, setPushOff } from '#http/device-store.ts'
import { readSession } from '#live/session.ts'
import {
  unregisterDevice,
  registration,
  subscribe,
  removeLeftDevices,
  unsubscribe,
} from './push-subscription.ts'

type Store = ReturnType<typeof createStore>

/**
 * State of push in this browser. `default`: not asked yet. `denied`: blocked, and only the
 * browser's settings can change that. `off`: allowed, but turned off or not possible now. `safari`:
 * not offered, because the API has no browser type for Safari.
 */
export type PushState = 'unsupported' | 'safari' | 'default' | 'denied' | 'off' | 'on'

/** State of push. Null until the check at startup is done. */
export const pushAtom = atom<PushState | null>(null)

/**
 * Checks the subscription at startup: browsers may drop it without notice, and the server's key may
 * have changed. A failed check is repeated at the next start.
 */
export async function checkPush(store: Store): Promise<void> {
  if (endedSession !== undefined && endedSession === sessionName()) return
  // Run one check at a time: the startup and the settings may both check, and each would subscribe.
  checking ??= check(store).finally(() => (checking = undefined))
  await checking
}

/**
 * Checks again after the first worker is installed, which on a slow connection can take longer than
 * a subscription may.
 */
export async function checkPushAtStart(store: Store): Promise<void> {
  const isInstalled = Boolean((await registration())?.active)
  await checkPush(store)
  if (isInstalled || store.get(pushAtom) !== 'off') return
  await navigator.serviceWorker.ready
  await checkPush(store)
}

/** Session that is signing out. It must not subscribe again. */
let endedSession: string | null | undefined
let checking: Promise<void> | undefined

async function check(store: Store): Promise<void> {
  await removeLeftDevices()
  const permission = unsupportedReason() ?? Notification.permission
  if (permission !== 'granted') {
    if (permission === 'denied' || permission === 'default') await unregisterDevice()
    return store.set(pushAtom, permission)
  }
  if (await isPushOff()) return store.set(pushAtom, 'off')
  const isOn = await subscribe().then(
    () => true,
    () => false,
  )
  store.set(pushAtom, isOn ? 'on' : 'off')
}

/**
 * Asks for permission, so call it only for a user's tap, and subscribes. Rejects if subscribing
 * fails.
 */
export async function turnOnPush(store: Store): Promise<void> {
  const unsupportedState = unsupportedReason()
  if (unsupportedState) return store.set(pushAtom, unsupportedState)
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return store.set(pushAtom, permission)
  await setPushOff(false)
  store.set(pushAtom, 'off')
  await subscribe()
  store.set(pushAtom, 'on')
}

export async function turnOffPush(store: Store): Promise<void> {
  await setPushOff(true)
  store.set(pushAtom, 'off')
  await unregisterDevice()
  await unsubscribe()
}

/**
 * Stops push to this browser at sign-out. Call it before the token is revoked. Without a connection
 * the subscription still ends, and the next sign-in tells the server.
 */
export async function leavePush(): Promise<void> {
  endedSession = sessionName()
  await stopPush()
  if (!checking) return
  // The startup check may have subscribed again.
  await checking.catch(() => undefined)
  await stopPush()
}

const stopPush = () => Promise.all([unregisterDevice(), unsubscribe(), closeNotifications()])

const sessionName = () => readSession()?.fingerprint ?? null

export function unsupportedReason(): 'unsupported' | 'safari' | null {
  if (isSafari(navigator.userAgent)) return 'safari'
  const has = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return has ? null : 'unsupported'
}

/** All browsers contain "Safari" in their user agent. The others add their own name. */
const isSafari = (userAgent: string) =>
  /\bSafari\//.test(userAgent) && !/Chrom|CriOS|FxiOS|Edg|OPR|Android/.test(userAgent)

async function closeNotifications(): Promise<void> {
  try {
    const found = await registration()
    for (const shown of (await found?.getNotifications?.()) ?? []) shown.close()
    if ('clearAppBadge' in navigator) await navigator.clearAppBadge()
  } catch {
    // The worker does the same after the sign-out.
  }
}
