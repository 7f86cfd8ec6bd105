import type { createStore } from 'jotai'
import type { Entry } from '#mirror/outbox/entries.ts'
import { sendLateLogouts } from '#mirror/outbox/late-logout.ts'
import { isMessage } from '#mirror/outbox/message-change.ts'
import { pageOutbox, sendNow, setOffline } from '#live/outbox/tab-outbox.ts'
import { connectivityAtom } from '../problems/problems.ts'
import { waitingCountAtom } from './waiting-count.ts'

type Store = ReturnType<typeof createStore>

/**
 * Sends what waits at the start, when the connection is back and when the tab is looked at again:
 * where the browser has no Background Sync, or is late with it, nothing else would.
 */
export function startOutbox(store: Store): void {
  const offline = () => store.get(connectivityAtom) === 'offline'
  setOffline(offline)
  preloadParts()
  store.sub(connectivityAtom, () => offline() || go())
  window.addEventListener('online', go)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') go()
  })
  void sendLateLogouts().catch(() => undefined)
}

/** What waits of the person who is signed in: how much it is, and sent now. */
export function followWaiting(store: Store): void {
  countWaiting(store, pageOutbox())
  void sendNow()
}

function go() {
  void sendNow()
  void sendLateLogouts().catch(() => undefined)
}

/** A message goes by itself, and its thread says so; without a connection it is one of what waits. */
const goesAlone = (entry: Entry) => isMessage(entry) && entry.state === 'waiting'

function countWaiting(store: Store, outbox: ReturnType<typeof pageOutbox>) {
  if (!outbox) return
  const count = () => {
    const isOffline = store.get(connectivityAtom) === 'offline'
    const entries = outbox.entries().filter((entry) => isOffline || !goesAlone(entry))
    const stopped = entries.filter(({ state }) => state !== 'waiting').length
    store.set(waitingCountAtom, { waiting: entries.length, stopped })
  }
  outbox.subscribe(count)
  store.sub(connectivityAtom, count)
  count()
}

/** What shows that something waits is needed most when it can no longer be fetched. */
function preloadParts() {
  const parts = [import('./waiting-line.tsx'), import('./waiting-dialog.tsx')]
  Promise.all(parts).catch(() => undefined)
}
