import { clearDevice, readDevice, storeDevice } from '#http/device-store.ts'
import { registerDevice, removeDevice } from '#api/people/devices.ts'
import { quiet } from '#http/client.ts'
import { keyBytes, pushBrowser } from '#api/people/push-keys.ts'
import { readStoredSession } from '#http/session-store.ts'
import { worker } from './worker.ts'

worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

/**
 * Registers the new subscription after the browser has replaced or ended the old one, and removes
 * the old one from the server. If this fails, the next start of the app notices the changed
 * endpoint and repeats it.
 */
async function renew({
  newSubscription,
  oldSubscription,
}: PushSubscriptionChangeEvent): Promise<void> {
  const session = await readStoredSession()
  const device = await readDevice()
  if (!session || !device) return
  // Some browsers leave out both subscriptions.
  const next = newSubscription ?? (await subscribe(oldSubscription))
  const { id } = await registerDevice(next.toJSON(), pushBrowser(navigator.userAgent), quiet)
  await storeDevice({ id, endpoint: next.endpoint, session: session.fingerprint })
  if (id !== device.id) await removeOldDevice(device.id)
}

async function removeOldDevice(id: number): Promise<void> {
  const isRemoved = await removeDevice(id, quiet).then(
    () => true,
    () => false,
  )
  await clearDevice(id, !isRemoved)
}

/**
 * Subscribes with the key of the old subscription, or with the key this worker was registered with.
 */
function subscribe(old: PushSubscription | null): Promise<PushSubscription> {
  const serverKey = new URL(location.href).searchParams.get('server_key') ?? ''
  const applicationServerKey = old?.options.applicationServerKey ?? keyBytes(serverKey)
  return worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}
