import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { deferred } from '#support/window/links-server.ts'
import { registration, subscribe } from './push-subscription.ts'
import { checkPushAtStart, pushAtom } from './push.ts'

vi.mock('./push-subscription.ts', () => ({
  removeLeftDevices: async () => undefined,
  registration: vi.fn<typeof registration>(async () => undefined),
  subscribe: vi.fn<typeof subscribe>(async () => undefined),
}))

/** Simulates a browser with permission, whose worker is ready when the test says so. */
function browser() {
  const installed = deferred<unknown>()
  const serviceWorker = { ready: installed.promise }
  vi.stubGlobal('navigator', { userAgent: 'Chrome/140.0', serviceWorker })
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission: 'granted' })
  return installed
}

test('a slow first worker is subscribed as soon as it is ready', async () => {
  const installed = browser()
  vi.mocked(subscribe).mockRejectedValueOnce(new Error('no subscription'))
  const store = createStore()
  const off = new Promise<void>((resolve) => {
    store.sub(pushAtom, () => store.get(pushAtom) === 'off' && resolve())
  })
  const checking = checkPushAtStart(store)
  await off
  installed.resolve(null)
  await checking
  expect(store.get(pushAtom)).toBe('on')
})

test('a failed subscription is repeated at the next start', async () => {
  browser()
  vi.mocked(registration).mockResolvedValueOnce({ active: {} } as ServiceWorkerRegistration)
  vi.mocked(subscribe).mockRejectedValueOnce(new Error('no subscription'))
  const store = createStore()
  await checkPushAtStart(store)
  expect(store.get(pushAtom)).toBe('off')
})
