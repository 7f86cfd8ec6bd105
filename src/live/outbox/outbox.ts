import { Dexie, type ObservabilitySet } from 'dexie'
import { currentSession } from '#http/credentials.ts'
import { databaseName } from '#mirror/store/database.ts'
import { MirrorDb } from '#mirror/store/db.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import { openInTime } from '#mirror/store/open-database.ts'
import { alone } from '#mirror/outbox/lock.ts'
import { overlayOf } from '#mirror/outbox/overlay.ts'
import { replay, type ReplayResult } from '#mirror/outbox/replay.ts'
import { send } from '#mirror/outbox/send.ts'
import { isMessage } from '#mirror/outbox/message-change.ts'
import { aliases } from '#mirror/outbox/store.ts'
import type { Entry } from '#mirror/outbox/entries.ts'
import type { Change } from '#mirror/store/storage.ts'
import type { Overlay, OverlaySource } from '#mirror/outbox/waiting.ts'
import { hintWaiting } from './waiting-hint.ts'

const READ_GRAIN_MS = 100

/** What one person's device has not been able to tell the server yet, as this tab knows it. */
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
    // What was acknowledged must survive a crash of the device, unlike rows that can be had again.
    this.db = new MirrorDb(databaseName(uuid), 'strict')
    this.db.on('versionchange', () => this.close())
    Dexie.on('storagemutated', this.#heard)
    // Whoever holds the database up must not hold up the rows as well (offline 9).
    this.#reading = openInTime(this.db).then(
      () => this.#read(),
      () => undefined,
    )
  }

  entries = (): readonly Entry[] => this.#entries
  overlay = (): Overlay => this.#overlay
  real = (uuid: string): string => this.#aliases.get(uuid) ?? uuid
  settled = (): Promise<void> => this.#reading
  onChange = (listener: (change: Change) => void) => this.#changes.add(listener)
  /** For who shows the entries themselves. */
  subscribe = (listener: () => void) => this.#news.add(listener)

  /** Sends what waits, unless somebody else is at it; one run at a time. */
  async run(options: { eager?: boolean } = {}): Promise<ReplayResult | null> {
    const session = await currentSession()
    if (this.#closed || session?.uuid !== this.uuid) return null
    const isMine = async () => (await currentSession())?.token === session.token
    return alone(this.db, () => sending(this.uuid, (db) => replay({ db, send, isMine }, options)))
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

  /** At once, but while hundreds of changes are sent only now and then. */
  async #readSoon() {
    const wait = this.#readAt + READ_GRAIN_MS - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    this.#isReadDue = false
    await this.#read()
    this.#readAt = performance.now()
  }

  async #read(): Promise<void> {
    if (this.#closed) return
    try {
      const [entries, known] = await Promise.all([this.db.outbox.toArray(), aliases(this.db)])
      this.#take(entries, known)
    } catch {
      // No database, or none any more: then nothing waits in it.
    }
  }

  #take(entries: Entry[], known: Map<string, string>) {
    const differing = overlayOf(differingIn(this.#entries, entries))
    this.#entries = entries
    this.#aliases = known
    this.#overlay = overlayOf(entries)
    // Messages lie over no row.
    hintWaiting(entries.some((entry) => !isMessage(entry)))
    const { links, collections } = differing
    if (links.size > 0 || collections)
      this.#changes.tell({
        links: [...links],
        collections: collections ? 'all' : [],
        lists: false,
      })
    this.#news.tell()
  }
}

/**
 * What is taken off the list may come back with a crash of the device: it is sent again under its key,
 * which changes nothing. So, unlike a change that is acknowledged, nobody waits for the disk.
 */
async function sending<T>(uuid: string, work: (db: MirrorDb) => Promise<T>): Promise<T> {
  const db = new MirrorDb(databaseName(uuid))
  db.on('versionchange', () => db.close())
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

/** What came, went or changed between two readings: only their rows look different now. */
function differingIn(before: readonly Entry[], after: readonly Entry[]): Entry[] {
  const known = new Map(before.map((entry) => [JSON.stringify(entry), entry]))
  const fresh = after.filter((entry) => !known.delete(JSON.stringify(entry)))
  return [...known.values(), ...fresh]
}
