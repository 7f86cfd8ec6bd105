import { retryAfterReturn } from '#http/page-cache.ts'
import { changeIn, type Change, type ListName, type MirrorStorage } from './storage.ts'
import { MemoryStorage } from './memory-storage.ts'
import { createListeners } from './listeners.ts'
import { setMirrorHealth } from './storage-health.ts'
import { IMAGE_CACHE } from './caches.ts'

/**
 * Thrown by work that continues after its user has signed out, because nothing may be written any
 * more.
 */
export class MirrorClosed extends Error {
  override name = 'MirrorClosed'
}

type Open = () => Promise<MirrorStorage>

/**
 * Storage that recovers from errors of IndexedDB. When the disk is full, deletes cached pictures
 * once; when the connection is lost, opens it again once. After that it continues in memory.
 */
export class RecoveringStorage implements MirrorStorage {
  readonly #listeners = createListeners<Change>()
  #inner: Promise<MirrorStorage> | undefined
  #kind: MirrorStorage['kind'] = 'database'
  #madeRoom = false
  #reopened = false
  #closed = false

  /** The storage is opened on first use. */
  constructor(readonly open: Open) {}

  /** Reliable only after the first read. Until then, a database is assumed. */
  get kind() {
    return this.#kind
  }

  list: MirrorStorage['list'] = (name) => this.#try((s) => s.list(name))
  putList: MirrorStorage['putList'] = (record) => this.#try((s) => s.putList(record))
  newest: MirrorStorage['newest'] = (name, limit) => this.#try((s) => s.newest(name, limit))
  keys: MirrorStorage['keys'] = (name) => this.#try((s) => s.keys(name))
  has: MirrorStorage['has'] = (name, uuid) => this.#try((s) => s.has(name, uuid))
  rows: MirrorStorage['rows'] = (uuids) => this.#try((s) => s.rows(uuids))
  everyRow: MirrorStorage['everyRow'] = (take) => this.#try((s) => s.everyRow(take))
  save: MirrorStorage['save'] = (rows) => this.#try((s) => s.save(rows))
  retag: MirrorStorage['retag'] = (changes) => this.#try((s) => s.retag(changes))
  collectionRows: MirrorStorage['collectionRows'] = (uuids) =>
    this.#try((s) => s.collectionRows(uuids))
  everyCollection: MirrorStorage['everyCollection'] = () => this.#try((s) => s.everyCollection())
  saveCollections: MirrorStorage['saveCollections'] = (rows) =>
    this.#try((s) => s.saveCollections(rows))
  remove: MirrorStorage['remove'] = (uuids, from) => this.#try((s) => s.remove(uuids, from))
  putWalkPage: MirrorStorage['putWalkPage'] = (name, page, uuids) =>
    this.#try((s) => s.putWalkPage(name, page, uuids))
  walkedUuids: MirrorStorage['walkedUuids'] = (name) => this.#try((s) => s.walkedUuids(name))
  forgetWalk: MirrorStorage['forgetWalk'] = (name) => this.#try((s) => s.forgetWalk(name))
  draft: MirrorStorage['draft'] = (name) => this.#try((s) => s.draft(name))
  putDraft: MirrorStorage['putDraft'] = (name, value) => this.#try((s) => s.putDraft(name, value))
  deleteDraft: MirrorStorage['deleteDraft'] = (name) => this.#try((s) => s.deleteDraft(name))
  onChange: MirrorStorage['onChange'] = (listener) => this.#listeners.add(listener)

  hint(name: ListName, uuids: string[]) {
    if (uuids.length > 0) this.#listeners.tell(changeIn(name, uuids))
  }

  close() {
    this.#closed = true
    void this.#inner?.then((storage) => storage.close())
  }

  /** Closes the database for another tab that needs a newer version, and writes no more. */
  releaseForUpgrade() {
    if (this.#closed || this.#kind === 'memory') return
    this.#useMemory()
    setMirrorHealth('outdated')
  }

  #opened() {
    return (this.#inner ??= this.#take(this.open()))
  }

  async #try<T>(work: (storage: MirrorStorage) => Promise<T>): Promise<T> {
    if (this.#closed) throw new MirrorClosed()
    const storage = await this.#opened()
    try {
      return await retryAfterReturn(() => work(storage))
    } catch (error) {
      if (this.#closed || storage.kind === 'memory') throw this.#closed ? new MirrorClosed() : error
      if (storage === (await this.#opened())) await this.#recover(error)
      return this.#try(work)
    }
  }

  async #recover(error: unknown) {
    if (isQuota(error)) {
      if (this.#madeRoom) return this.#give('full')
      this.#madeRoom = true
      await makeRoom()
      return
    }
    if (this.#reopened) return this.#give('memory')
    this.#reopened = true
    ;(await this.#opened()).close()
    this.#inner = this.#take(this.open())
  }

  #give(reason: 'full' | 'memory') {
    void this.#inner?.then((storage) => storage.close())
    this.#useMemory()
    setMirrorHealth(reason)
  }

  #useMemory() {
    this.#inner = this.#take(Promise.resolve(new MemoryStorage()))
  }

  async #take(opening: Promise<MirrorStorage>): Promise<MirrorStorage> {
    const storage = await opening.catch(() => {
      setMirrorHealth('memory')
      return new MemoryStorage()
    })
    this.#kind = storage.kind
    storage.onChange((change) => this.#listeners.tell(change))
    return storage
  }
}

function isQuota(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const inner = (error as { inner?: unknown }).inner
  return error.name === 'QuotaExceededError' || (inner !== error && isQuota(inner))
}

/** Deletes cached pictures. They can be loaded again, and rows are more important. */
async function makeRoom() {
  await globalThis.caches?.delete(IMAGE_CACHE).catch(() => false)
}
