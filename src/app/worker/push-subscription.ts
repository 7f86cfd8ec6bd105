import { readSession } from '#live/session.ts'
import { clearDevice, devicesToDelete, readDevice, storeDevice } from '#http/device-store.ts'
import { registerDevice, removeDevice } from '#api/people/devices.ts'
import { toApiError } from '#http/error.ts'
import { quiet } from '#http/client.ts'
import { isSameKey, keyBytes, pushBrowser } from '#api/people/push-keys.ts'
import { serverSettings } from '#api/people/settings.ts'

/** Maximum wait for a subscription. Without a network a browser may not answer at all. */
const MAX_SUBSCRIBE_MS = 15_000

/** Makes the browser and the server agree on one subscription for the current key. */
export async function subscribe(): Promise<void> {
  const { push } = await serverSettings(quiet)
  const subscription = await withTimeout(subscriptionFor(push.server_key))
  const session = readSession()?.fingerprint ?? null
  const device = await readDevice()
  if (device?.endpoint === subscription.endpoint && device.session === session) return
  const { id } = await registerDevice(
    subscription.toJSON(),
    pushBrowser(navigator.userAgent),
    quiet,
  )
  if (device && device.id !== id) await unregisterDevice()
  await storeDevice({ id, endpoint: subscription.endpoint, session })
}

async function subscriptionFor(serverKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const current = await pushManager.getSubscription()
  if (current && isSameKey(current, serverKey)) return current
  await current?.unsubscribe()
  return pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(serverKey),
  })
}

/** Removes this browser from the server, now or later. */
export async function unregisterDevice(): Promise<void> {
  const device = await readDevice()
  if (!device) return
  await clearDevice(device.id, true)
  await removeFromServer(device.id)
}

/** Removes devices of earlier sign-outs of which the server was not told. */
export async function removeLeftDevices(): Promise<void> {
  for (const id of await devicesToDelete()) await removeFromServer(id)
}

async function removeFromServer(id: number): Promise<void> {
  try {
    await removeDevice(id, quiet)
  } catch (error) {
    // The device is already gone, or belongs to another user.
    if (toApiError(error).status !== 404) return
  }
  await clearDevice(id, false)
}

export const registration = async () =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined

export async function unsubscribe(): Promise<void> {
  try {
    const found = await registration()
    await (await found?.pushManager?.getSubscription())?.unsubscribe()
  } catch {
    // The push service then reports the subscription as gone, or the server has no device for it.
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The push subscription timed out')), MAX_SUBSCRIBE_MS)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
