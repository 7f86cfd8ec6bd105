import { readSession } from '../session.ts'
import { withTimeout } from '#http/time-out.ts'
import { OUTBOX_SYNC } from '#contract/messages.ts'
import type { Change, Entry } from '#mirror/outbox/entries.ts'
import type { ReplayResult } from '#mirror/outbox/replay.ts'
import { isMessageChange, type MessageChange } from '#mirror/outbox/message-change.ts'
import { countWaiting, enqueue } from '#mirror/outbox/store.ts'
import { writeLinks, type LinksResult, type NamedLink } from './write-links.ts'
import { write, type WriteResult } from './write.ts'
import { Outbox } from './outbox.ts'
import { onMirrorClosed, shownStorage } from '../mirror.ts'
import { revalidate } from '../sync/revalidate.ts'
import type { ListName } from '#mirror/store/storage.ts'

/** Maximum delay of a browser timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

const SECONDARY = { isSecondary: true }

let outbox: Outbox | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let isOffline = () => !navigator.onLine

/** Sets the check for being offline. It is more reliable than `navigator.onLine`. */
export const setOfflineCheck = (check: () => boolean) => void (isOffline = check)

onMirrorClosed(() => {
  clearTimeout(timer)
  outbox?.close()
  outbox = undefined
})

/** Returns the outbox of the signed-in user and applies it to the rows that screens show. */
export function pageOutbox(): Outbox | undefined {
  const uuid = readSession()?.uuid
  if (!uuid) return undefined
  if (outbox?.uuid !== uuid || outbox.isClosed) {
    outbox?.close()
    outbox = new Outbox(uuid)
  }
  shownStorage().setSource(outbox)
  return outbox
}

/** Sends a change now or stores it for later (see `write`). */
export async function changeNow(change: Change, title: string, key?: string): Promise<WriteResult> {
  const current = pageOutbox()
  if (!current) throw new Error('No user is signed in')
  const options = { outbox: current, title, offline: isOffline(), ...(key && { key }) }
  const written = await write(change, options)
  if (!written.waiting) return written
  // Wait until all screens show the change.
  await current.settled()
  void sendLater(current)
  return written
}

/**
 * Creates links with one call or stores them for later (see `writeLinks`). The answer has only
 * their addresses, so the lists are loaded again.
 */
export async function createLinksNow(links: NamedLink[], key: string): Promise<LinksResult> {
  const current = pageOutbox()
  if (!current) throw new Error('No user is signed in')
  const written = await writeLinks(links, { outbox: current, offline: isOffline(), key })
  await current.settled()
  if (written.waiting) void sendLater(current)
  else for (const list of ['links', 'collections'] as const) void revalidate(list, SECONDARY)
  return written
}

/**
 * Stores a message and sends it at once. It appears in its thread before the server has it, and the
 * messages of a channel keep their order.
 */
export async function sendMessageInOrder(message: MessageChange, title: string): Promise<void> {
  const current = pageOutbox()
  if (!current) throw new Error('No user is signed in')
  await enqueue(current.db, { key: crypto.randomUUID(), change: message, title })
  await current.settled()
  void sendLater(current)
}

/** Sends waiting changes once there is a connection, by Background Sync or from an open tab. */
async function sendLater(current: Outbox) {
  await requestSync(OUTBOX_SYNC)
  if (!isOffline()) scheduleRetry(await current.run().catch(() => null))
}

/** Asks the browser for a Background Sync event with this tag, where supported. */
export async function requestSync(tag: string): Promise<void> {
  const registered = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const registration: Registration | undefined = registered
  await registration?.sync?.register(tag).catch(() => undefined)
}

/** Background Sync is not supported everywhere, and TypeScript has no types for it. */
type Registration = ServiceWorkerRegistration & {
  sync?: { register: (tag: string) => Promise<void> }
}

/**
 * Sends waiting changes now. `eager` also ends a pause after failures, unless the server set it.
 * Use it when the connection has changed.
 */
export async function sendNow({ eager = true } = {}): Promise<void> {
  const current = pageOutbox()
  if (!current) return
  await current.settled()
  const before = current.entries()
  if (before.length === 0) return
  scheduleRetry(await current.run({ eager }).catch(() => null))
  if (!current.isClosed) await refreshAfter(current, before)
}

function scheduleRetry(result: ReplayResult | null) {
  clearTimeout(timer)
  if (result?.state !== 'resting') return
  const wait = Math.min(Math.max(0, result.until - Date.now()), MAX_TIMER_MS)
  timer = setTimeout(() => void sendNow({ eager: false }), wait)
}

async function refreshAfter(current: Outbox, before: readonly Entry[]) {
  const remainingKeys = new Set((await current.db.outbox.toArray()).map(({ key }) => key))
  const sentEntries = before.filter(({ key }) => !remainingKeys.has(key))
  const lists = new Set(sentEntries.flatMap(({ change }) => listsOf(change)))
  await Promise.all([...lists].map((name) => revalidate(name, SECONDARY)))
}

/**
 * Lists to refresh after a change. Links contain their collections and collections count their
 * links, so both may change.
 */
const listsOf = (change: Change): ListName[] =>
  isMessageChange(change)
    ? []
    : change.kind === 'edit-link' || change.kind === 'tag-links' || change.kind === 'add-parameters'
      ? ['links']
      : ['links', 'collections']

/** Returns the number of changes that a sign-out would lose, after a last attempt to send them. */
export async function countWaitingAtSignOut(maxWaitMs: number): Promise<number> {
  const current = pageOutbox()
  if (!current) return 0
  await current.settled()
  if (current.entries().length === 0) return 0
  await withTimeout(maxWaitMs, sendNow(), undefined)
  return countWaiting(current.db).catch(() => 0)
}
