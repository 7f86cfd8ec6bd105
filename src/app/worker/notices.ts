import type { createStore } from 'jotai'
import { unreads } from '#api/activity.ts'
import { quiet } from '#http/client.ts'
import type { ToPage } from '#contract/messages.ts'
import { keepNewest } from '#live/read/activity-copy.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { noticesOpenAtom, unreadAtom } from './notices-state.ts'

type Store = ReturnType<typeof createStore>

/** Coming back to the tab asks again, but switching windows to and fro does not. */
const FOCUS_GRAIN_MS = 60_000
const EVERY_MS = 5 * 60_000

let askedAt = 0

/** Keeps the bell's count right: quietly, and never while nobody looks (offline 35). */
export function followNotices(store: Store): () => void {
  const ask = () => void refreshUnread(store)
  const seen = () => {
    if (document.visibilityState === 'visible' && Date.now() - askedAt > FOCUS_GRAIN_MS) ask()
  }
  ask()
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('online', ask)
  const timer = setInterval(seen, EVERY_MS)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    window.removeEventListener('online', ask)
    clearInterval(timer)
  }
}

export async function refreshUnread(store: Store): Promise<void> {
  askedAt = Date.now()
  try {
    const unread = await unreads(quiet)
    store.set(unreadAtom, unread)
    await showBadge(unread.total)
    // An open list reads itself.
    if (!store.get(noticesOpenAtom)) await keepNewest(unread.total)
  } catch {
    // The count of before stands; the next time will tell.
  }
}

/** The number on the app's icon, where there is one. */
async function showBadge(total: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  await (total > 0 ? navigator.setAppBadge(total) : navigator.clearAppBadge())
}

type Heard = Extract<ToPage, { type: 'activity' }>

/** A push came while the app is open: what it was about is old now. */
export function hearActivity(store: Store, { group }: Heard): void {
  void refreshUnread(store)
  if (group === 'clicks' || group === 'commission') void revalidate('links')
}
