import { readSession } from '../session.ts'
import { within } from '#http/time-out.ts'
import { OUTBOX_SYNC } from '#contract/messages.ts'
import type { Change, Entry } from '#mirror/outbox/entries.ts'
import type { ReplayResult } from '#mirror/outbox/replay.ts'
import { isMessageChange, type MessageChange } from '#mirror/outbox/message-change.ts'
import { countWaiting, enqueue } from '#mirror/outbox/store.ts'
import { write, type Written } from './write.ts'
import { Outbox } from './outbox.ts'
import { onMirrorClosed, shownStorage } from '../mirror.ts'
import { revalidate } from '../sync/revalidate.ts'
import type { ListName } from '#mirror/store/storage.ts'

/** The longest a browser's timer can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1

let outbox: Outbox | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let isOffline = () => !navigator.onLine

/** Who knows better than the browser's flag whether a request is worth a try. */
export const setOffline = (asked: () => boolean) => void (isOffline = asked)

onMirrorClosed(() => {
  clearTimeout(timer)
  outbox?.close()
  outbox = undefined
})

/** The outbox of whoever is signed in, laid over the rows that screens show. */
export function pageOutbox(): Outbox | undefined {
  const uuid = readSession()?.uuid
  if (!uuid) return undefined
  if (outbox?.uuid !== uuid || outbox.isClosed) {
    outbox?.close()
    outbox = new Outbox(uuid)
  }
  shownStorage().lay(outbox)
  return outbox
}

/** Server first, and else later: see `write`. */
export async function changeNow(change: Change, title: string, key?: string): Promise<Written> {
  const current = pageOutbox()
  if (!current) throw new Error('Nobody is signed in')
  const options = { outbox: current, title, offline: isOffline(), ...(key && { key }) }
  const written = await write(change, options)
  if (!written.waiting) return written
  // From here on every screen shows it.
  await current.settled()
  void sendLater(current)
  return written
}

/**
 * A message waits first and goes at once: it stands in its thread before the server has it, and those of
 * a channel never overtake one another.
 */
export async function sendLast(message: MessageChange, title: string): Promise<void> {
  const current = pageOutbox()
  if (!current) throw new Error('Nobody is signed in')
  await enqueue(current.db, { key: crypto.randomUUID(), change: message, title })
  await current.settled()
  void sendLater(current)
}

/** As soon as there is a connection: by the browser itself where it can, else by any open tab. */
async function sendLater(current: Outbox) {
  await askBrowser(OUTBOX_SYNC)
  if (!isOffline()) rest(await current.run().catch(() => null))
}

/** To do this as soon as there is a connection, where the browser can. */
export async function askBrowser(tag: string): Promise<void> {
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const registration: Registration | undefined = found
  await registration?.sync?.register(tag).catch(() => undefined)
}

/** Background Sync is not everywhere, and in no library of types. */
type Registration = ServiceWorkerRegistration & {
  sync?: { register: (tag: string) => Promise<void> }
}

/** Sends what waits, now; `eager` when there is news of the connection. */
export async function sendNow({ eager = true } = {}): Promise<void> {
  const current = pageOutbox()
  if (!current) return
  await current.settled()
  const before = current.entries()
  if (before.length === 0) return
  rest(await current.run({ eager }).catch(() => null))
  if (!current.isClosed) await refreshAfter(current, before)
}

function rest(left: ReplayResult | null) {
  clearTimeout(timer)
  if (left?.state !== 'resting') return
  const wait = Math.min(Math.max(0, left.until - Date.now()), MAX_TIMER_MS)
  timer = setTimeout(() => void sendNow({ eager: false }), wait)
}

async function refreshAfter(current: Outbox, before: readonly Entry[]) {
  const left = new Set((await current.db.outbox.toArray()).map(({ key }) => key))
  const done = before.filter(({ key }) => !left.has(key))
  const lists = new Set(done.flatMap(({ change }) => listsOf(change)))
  await Promise.all([...lists].map((name) => revalidate(name, { aside: true })))
}

/** Links name their collections and collections count their links: the other side follows. */
const listsOf = (change: Change): ListName[] =>
  isMessageChange(change)
    ? []
    : change.kind === 'edit-link' || change.kind === 'tag-links'
      ? ['links']
      : ['links', 'collections']

/** How many changes a sign-out would lose, after a last try to send them. */
export async function waitingAtSignOut(patienceMs: number): Promise<number> {
  const current = pageOutbox()
  if (!current) return 0
  await current.settled()
  if (current.entries().length === 0) return 0
  await within(patienceMs, sendNow(), undefined)
  return countWaiting(current.db).catch(() => 0)
}
