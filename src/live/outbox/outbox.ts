import { Dexie, type ObservabilitySet } from 'dexie'
import { currentSession } from '#http/credentials.ts'
import { databaseName } from '#mirror/store/database.ts'
import { MirrorDb } from '#mirror/store/db.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import { openWithTimeout } from '#mirror/store/open-database.ts'
import { runExclusively } from '#mirror/outbox/lock.ts'
import { overlayOf } from '#mirror/outbox/overlay.ts'
import { replay, type ReplayResult } from '#mirror/outbox/replay.ts'
import { sendFor } from '#mirror/outbox/send.ts'
import { isMessage } from '#mirror/outbox/message-change.ts'
import { realIds } from '#mirror/outbox/store.ts'
import type { Entry } from '#mirror/outbox/entries.ts'
import type { Change } from '#mirror/store/storage.ts'
import type { Overlay, OverlaySource } from '#mirror/outbox/waiting.ts'
import { setWaitingHint } from './waiting-hint.ts'

const MIN_READ_INTERVAL_MS = 100

/**
 * Changes of one user on this device that have not been sent to the server, as seen by this tab.
 */
export class Outbox implements OverlaySource {
  readonly db: MirrorDb
  readonly #changes = createListeners<Change>()
  readonly #news = createListeners()
  #entries: readonly Entry[] = []
  #overlay: Overlay = overlayOf([])
  #aliases = new Map<string, string>()
  #reading: Promise<void>
  #readAt = 0
  #isReadDue = false
  #closed = false

  constructor(readonly uuid: string) {
    // Confirmed changes must survive a crash of the device. Mirrored rows need not, because they
    // can be fetched again.
    this.db = new MirrorDb(databaseName(uuid), 'strict')
    this.db.on('versionchange', () => this.close())
    Dexie.on('storagemutated', this.#heard)
    // A blocked database must not delay the rows.
    this.#reading = openWithTimeout(this.db).then(
      () => this.#read(),
      () => undefined,
    )
  }

  entries = (): readonly Entry[] => this.#entries
  overlay = (): Overlay => this.#overlay
  real = (uuid: string): string => this.#aliases.get(uuid) ?? uuid
  settled = (): Promise<void> => this.#reading
  onChange = (listener: (change: Change) => void) => this.#changes.add(listener)
  /** Calls the listener when entries change, for screens that list them. */
  subscribe = (listener: () => void) => this.#news.add(listener)

  /** Sends waiting changes unless another tab or the worker is sending. One run at a time. */
  async run(options: { eager?: boolean } = {}): Promise<ReplayResult | null> {
    const session = await currentSession()
    if (this.#closed || session?.uuid !== this.uuid) return null
    return replayOutbox(this, session.token, options)
  }

  get isClosed() {
    return this.#closed
  }

  close() {
    this.#closed = true
    Dexie.on.storagemutated.unsubscribe(this.#heard)
    this.db.close()
  }

  readonly #heard = (parts: ObservabilitySet) => {
    const table = `idb://${this.db.name}/outbox`
    const isOurs = 'all' in parts || `${table}/` in parts || `${table}Notes/` in parts
    if (!isOurs || this.#isReadDue) return
    this.#isReadDue = true
    this.#reading = this.#reading.then(() => this.#readSoon())
  }

  /** Reads at once, but at most every 100 ms, since hundreds of changes may be sent in a row. */
  async #readSoon() {
    const wait = this.#readAt + MIN_READ_INTERVAL_MS - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    this.#isReadDue = false
    await this.#read()
    this.#readAt = performance.now()
  }

  async #read(): Promise<void> {
    if (this.#closed) return
    try {
      const [entries, knownAliases] = await Promise.all([
        this.db.outbox.toArray(),
        realIds(this.db),
      ])
      this.#take(entries, knownAliases)
    } catch {
      // The database is missing or was deleted, so nothing waits in it.
    }
  }

  #take(entries: Entry[], knownAliases: Map<string, string>) {
    const changedOverlay = overlayOf(changedEntries(this.#entries, entries))
    this.#entries = entries
    this.#aliases = knownAliases
    this.#overlay = overlayOf(entries)
    // Messages do not change any row.
    setWaitingHint(entries.some((entry) => !isMessage(entry)))
    const { links, collections } = changedOverlay
    if (links.size > 0 || collections)
      this.#changes.tell({
        links: [...links],
        collections: collections ? 'all' : [],
        lists: false,
      })
    this.#news.tell()
  }
}

type OutboxOf = { uuid: string; db: MirrorDb }

/** Sends the waiting changes of one account as long as the session has this token. */
export const replayOutbox = (
  { uuid, db: lockedDb }: OutboxOf,
  token: string,
  options: { eager?: boolean } = {},
): Promise<ReplayResult | null> => {
  const isStillSignedIn = async () => (await currentSession())?.token === token
  const send = sendFor(uuid)
  return runExclusively(lockedDb, () =>
    withOutboxDb(uuid, (db) => replay({ db, send, isStillSignedIn }, options)),
  )
}

/**
 * Runs `work` with relaxed durability. If a crash restores an entry that was sent, it is sent again
 * with the same key, which has no effect. So there is no need to wait for the disk.
 */
export async function withOutboxDb<T>(
  uuid: string,
  work: (db: MirrorDb) => Promise<T>,
): Promise<T> {
  const db = new MirrorDb(databaseName(uuid))
  db.on('versionchange', () => db.close())
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

/**
 * Returns entries that were added, removed or changed between two reads. Only their rows look
 * different.
 */
function changedEntries(before: readonly Entry[], after: readonly Entry[]): Entry[] {
  const known = new Map(before.map((entry) => [JSON.stringify(entry), entry]))
  const added = after.filter((entry) => !known.delete(JSON.stringify(entry)))
  return [...known.values(), ...added]
}
