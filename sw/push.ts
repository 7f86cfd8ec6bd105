import * as v from 'valibot'
import { markRead } from '#api/activity.ts'
import { quiet } from '#http/client.ts'
import { readStoredSession } from '#http/session-store.ts'
import { withTimeout } from '#http/time-out.ts'
import { PushPayload } from '#contract/people/devices.ts'
import { APP_NAME } from '#contract/app-constants.ts'
import { isServerSurface } from '#contract/surfaces.ts'
import { tellPages, worker } from './worker.ts'

/**
 * Maximum wait before a notification is shown. Browsers revoke the permission of sites that receive
 * a push and show nothing.
 */
const MAX_SHOW_DELAY_MS = 1000

worker.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotification(event.notification.data))
})

/** Shows the notification first, then updates open pages and the badge. */
async function showPush(data: PushMessageData | null): Promise<void> {
  const payload = parsePayload(data)
  // The server sends only to signed-in devices, so a session that cannot be read in time counts.
  const isSignedIn = await withTimeout(MAX_SHOW_DELAY_MS, hasSession(), true)
  const shownPayload = isSignedIn ? payload : null
  await worker.registration.showNotification(shownPayload?.title ?? APP_NAME, {
    body: shownPayload?.text ?? (isSignedIn ? 'You have news.' : 'Sign in to see your news.'),
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-mono-96.png',
    // A repeated message shows one notification. A later one with the same tag replaces it
    // silently.
    tag: shownPayload?.tag ?? APP_NAME,
    data: shownPayload && { id: shownPayload.id, url: shownPayload.url },
  })
  if (!shownPayload) return
  await Promise.allSettled([
    tellPages({ type: 'activity', group: shownPayload.group, unread: shownPayload.unread }),
    setBadge(shownPayload.unread),
  ])
}

const hasSession = async () => (await readStoredSession()) !== null

function parsePayload(data: PushMessageData | null): PushPayload | null {
  try {
    return v.parse(PushPayload, data?.json())
  } catch {
    return null
  }
}

const setBadge = async (unread: number) => {
  if ('setAppBadge' in navigator) await navigator.setAppBadge(unread)
}

/**
 * Id in notifications of chat messages. They are not in the activity list, so nothing is marked as
 * read there.
 */
const CHAT_MESSAGE_ID = 0

const Target = v.object({ id: v.number(), url: PushPayload.entries.url })

/** Opens the target of a notification and marks the notification as read. */
async function openNotification(data: unknown): Promise<void> {
  const target = v.safeParse(Target, data)
  if (!target.success) return openPage('/')
  const { id, url } = target.output
  if (id === CHAT_MESSAGE_ID) return openPage(url)
  await Promise.allSettled([openPage(url), markRead({ id }, quiet)])
  await tellPages({ type: 'activity', group: null, unread: null })
}

/** Opens a path in a window that is already open, without a page load, or else in a new window. */
async function openPage(path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const appPages = pages.filter(({ url }) => !isServerSurface(new URL(url).pathname))
  const page = appPages.find(({ focused }) => focused) ?? appPages[0]
  if (!page) {
    await worker.clients.openWindow(path)
    return
  }
  // Focus first: on Android, a page that has navigated can no longer be brought to the front.
  await page.focus().catch(() => undefined)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client has no target
  page.postMessage({ type: 'open', path })
}

/** Closes all notifications of the user and clears the badge after a sign-out. */
export async function closeNotifications(): Promise<void> {
  const shown = await worker.registration.getNotifications()
  for (const notification of shown) notification.close()
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge()
}
