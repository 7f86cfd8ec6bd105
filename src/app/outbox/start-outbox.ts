import type { createStore } from 'jotai'
import type { Entry } from '#mirror/outbox/entries.ts'
import { sendLateLogouts } from '#mirror/outbox/late-logout.ts'
import { isMessage } from '#mirror/outbox/message-change.ts'
import { sendOthers } from '#live/outbox/other-outboxes.ts'
import { pageOutbox, sendNow, setOfflineCheck } from '#live/outbox/tab-outbox.ts'
import { connectivityAtom } from '../problems/problems.ts'
import { waitingCountAtom } from './waiting-count.ts'

type Store = ReturnType<typeof createStore>

/**
 * Sends waiting changes when the connection is back and when the tab becomes visible, for browsers
 * whose Background Sync is missing or late.
 */
export function startOutbox(store: Store): void {
  const offline = () => store.get(connectivityAtom) === 'offline'
  setOfflineCheck(offline)
  preloadParts()
  store.sub(connectivityAtom, () => offline() || sendAll())
  window.addEventListener('online', sendAll)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sendAll()
  })
  void sendLateLogouts().catch(() => undefined)
}

/** Counts the waiting changes of the signed-in user and sends them now. */
export function followWaiting(store: Store): void {
  countWaiting(store, pageOutbox())
  void sendNow().then(sendOthers)
}

function sendAll() {
  void sendNow().then(sendOthers)
  void sendLateLogouts().catch(() => undefined)
}

/**
 * Returns whether an entry is a message that is just being sent. Its thread shows that, so it
 * counts as waiting only when offline.
 */
const isSendingMessage = (entry: Entry) => isMessage(entry) && entry.state === 'waiting'

function countWaiting(store: Store, outbox: ReturnType<typeof pageOutbox>) {
  if (!outbox) return
  const count = () => {
    const isOffline = store.get(connectivityAtom) === 'offline'
    const entries = outbox.entries().filter((entry) => isOffline || !isSendingMessage(entry))
    const stopped = entries.filter(({ state }) => state !== 'waiting').length
    store.set(waitingCountAtom, { waiting: entries.length, stopped })
  }
  outbox.subscribe(count)
  store.sub(connectivityAtom, count)
  count()
}

/**
 * Loads the code that shows waiting changes early, because it is needed most when it cannot be
 * loaded.
 */
function preloadParts() {
  const parts = [import('./waiting-line.tsx'), import('./waiting-dialog.tsx')]
  Promise.all(parts).catch(() => undefined)
}
