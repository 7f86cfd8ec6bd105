/* oxlint-disable unicorn/consistent-function-scoping -- what runs in the page has only what is inside */
import type { BrowserContext, Page } from '@playwright/test'
import type { PushPayload } from '#contract/people/devices.ts'

type Permission = 'default' | 'granted' | 'denied'

/**
 * Installs a fake push service in the page, because a real subscription closes a headless browser.
 * Its keys are valid, and it survives a reload. `answer` is the user's answer to the permission
 * prompt.
 */
export async function fakePushService(
  context: BrowserContext,
  permission: Permission,
  answer: Permission = permission,
) {
  await context.addInitScript(
    ([first, said]) => {
      const KEPT = 'test-push-subscription'
      let now = localStorage.getItem('test-push-permission') ?? first
      Object.defineProperty(Notification, 'permission', { get: () => now })
      Notification.requestPermission = async () => {
        localStorage.setItem('test-push-asked', 'yes')
        now = said
        localStorage.setItem('test-push-permission', said)
        return said
      }
      const base64url = (bytes: ArrayBuffer | Uint8Array) =>
        btoa(String.fromCodePoint(...new Uint8Array(bytes)))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '')
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
          sign.charCodeAt(0),
        )
      const current = () => {
        const json = localStorage.getItem(KEPT)
        if (json === null) return null
        const { key, ...subscription } = JSON.parse(json) as { endpoint: string; key: string }
        return {
          ...subscription,
          options: { userVisibleOnly: true, applicationServerKey: bytes(key).buffer },
          toJSON: () => subscription,
          unsubscribe: async () => {
            localStorage.removeItem(KEPT)
            return true
          },
        }
      }
      const manager = PushManager.prototype as unknown as Record<string, unknown>
      manager['getSubscription'] = async () => current()
      manager['subscribe'] = async (options: { applicationServerKey: Uint8Array }) => {
        const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
          'deriveBits',
        ])
        const p256dh = base64url(await crypto.subtle.exportKey('raw', pair.publicKey))
        const auth = base64url(crypto.getRandomValues(new Uint8Array(16)))
        const endpoint = `https://push.example/${crypto.randomUUID()}`
        const key = base64url(options.applicationServerKey)
        localStorage.setItem(
          KEPT,
          JSON.stringify({ endpoint, expirationTime: null, keys: { p256dh, auth }, key }),
        )
        return current()
      }
    },
    [permission, answer] as const,
  )
}

/** Returns a function that delivers a message to the worker, like a push service does. */
export async function pushTo(page: Page, origin: string) {
  const cdp = await page.context().newCDPSession(page)
  let registrationId = ''
  const known = new Promise<void>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      registrationId = registrations.find((one) => !one.isDeleted)?.registrationId ?? registrationId
      if (registrationId) resolve()
    })
  })
  await cdp.send('ServiceWorker.enable')
  await known
  return (data: string | PushPayload) =>
    cdp.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: typeof data === 'string' ? data : JSON.stringify(data),
    })
}

/** Returns the titles of the notifications shown. */
export const shownTitles = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return ((await registration?.getNotifications()) ?? []).map(({ title }) => title).toSorted()
  })

/** Simulates a tap on the notification with this title. */
export async function tapNotification(page: Page, title: string) {
  const [worker] = page.context().serviceWorkers()
  await worker?.evaluate(async (wanted) => {
    // Only workers have these globals.
    type Click = new (type: string, init: { notification: Notification }) => Event
    const { registration, NotificationEvent } = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      NotificationEvent: Click
    }
    const shown = await registration.getNotifications()
    const notification = shown.find(({ title: one }) => one === wanted)
    if (!notification) throw new Error(`no notification ${wanted}`)
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  }, title)
}
