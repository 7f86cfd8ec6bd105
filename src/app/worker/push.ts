import { atom, type createStore } from 'jotai'
import { isPushOff, setPushOff } from '#http/device-store.ts'
import { readSession } from '#live/session.ts'
import {
  forgetDevice,
  registration,
  subscribe,
  tellLeft,
  unsubscribe,
} from './push-subscription.ts'

type Store = ReturnType<typeof createStore>

/**
 * `default`: never asked. `denied`: the browser blocks us, and only its own settings can change that
 * (D-83). `off`: allowed, and not wanted or not possible right now. `safari` has push only for others'
 * standards (D-80).
 */
export type PushState = 'unsupported' | 'safari' | 'default' | 'denied' | 'off' | 'on'

/** Null until the check of this start is through. */
export const pushAtom = atom<PushState | null>(null)

/**
 * The check of each start (offline 16, 17): browsers drop subscriptions without a word, and a key
 * may have been changed on the server. What fails is done at the next start.
 */
export async function checkPush(store: Store): Promise<void> {
  if (leftSession !== undefined && leftSession === sessionName()) return
  // The start and the settings may ask at once; two checks would each make a subscription.
  checking ??= check(store).finally(() => (checking = undefined))
  await checking
}

/** The first worker is still being installed, on a slow line longer than a subscription may take. */
export async function checkPushAtStart(store: Store): Promise<void> {
  const isInstalled = Boolean((await registration())?.active)
  await checkPush(store)
  if (isInstalled || store.get(pushAtom) !== 'off') return
  await navigator.serviceWorker.ready
  await checkPush(store)
}

/** A session that is being left subscribes no more. */
let leftSession: string | null | undefined
let checking: Promise<void> | undefined

async function check(store: Store): Promise<void> {
  await tellLeft()
  const permission = supported() ?? Notification.permission
  if (permission !== 'granted') {
    if (permission === 'denied' || permission === 'default') await forgetDevice()
    return store.set(pushAtom, permission)
  }
  if (await isPushOff()) return store.set(pushAtom, 'off')
  const isOn = await subscribe().then(
    () => true,
    () => false,
  )
  store.set(pushAtom, isOn ? 'on' : 'off')
}

/** Asks for the permission, so only ever call it for a tap. Rejects when the rest did not work out. */
export async function turnOnPush(store: Store): Promise<void> {
  const missing = supported()
  if (missing) return store.set(pushAtom, missing)
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
  await forgetDevice()
  await unsubscribe()
}

/**
 * Nothing more is pushed to this browser. Call it before the token is revoked. Without a
 * connection the subscription ends here all the same, and the next sign-in tells the server.
 */
export async function leavePush(): Promise<void> {
  leftSession = sessionName()
  await leave()
  if (!checking) return
  // The check of this start may just have subscribed again.
  await checking.catch(() => undefined)
  await leave()
}

const leave = () => Promise.all([forgetDevice(), unsubscribe(), closeNotifications()])

const sessionName = () => readSession()?.fingerprint ?? null

export function supported(): 'unsupported' | 'safari' | null {
  if (isSafari(navigator.userAgent)) return 'safari'
  const has = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return has ? null : 'unsupported'
}

/** Every browser says it is Safari; the others say what they are as well. */
const isSafari = (userAgent: string) =>
  /\bSafari\//.test(userAgent) && !/Chrom|CriOS|FxiOS|Edg|OPR|Android/.test(userAgent)

async function closeNotifications(): Promise<void> {
  try {
    const found = await registration()
    for (const shown of (await found?.getNotifications?.()) ?? []) shown.close()
    if ('clearAppBadge' in navigator) await navigator.clearAppBadge()
  } catch {
    // The worker does the same when it hears of the sign-out.
  }
}
