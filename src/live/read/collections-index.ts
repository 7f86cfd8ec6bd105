import type { Collection } from '#contract/collections.ts'
import { ChangeQueue } from './change-queue.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import type { OverlaidStorage } from './overlaid-storage.ts'
import { shownStorage } from '../mirror.ts'
import type { ListRecord } from '#mirror/store/storage.ts'

/**
 * What screens read of collections. They are hundreds where links are thousands, so all of them are
 * held as they are; kept fresh by the ids that the storage says have changed.
 */
export class CollectionsIndex {
  readonly #listeners = createListeners()
  readonly #queue = new ChangeQueue({
    readAll: () => this.#readAll(),
    readRows: (uuids) => this.#readRows(uuids),
    readLists: () => this.#readList(),
    done: () => this.#tell(),
  })
  readonly #stop: () => void
  #rows: Map<string, Collection> | undefined
  #ordered: Collection[] | undefined
  #list: ListRecord | undefined
  readonly started: Promise<void>

  constructor(readonly storage: OverlaidStorage) {
    this.#stop = storage.onChange(({ collections, lists }) => this.#queue.heard(collections, lists))
    this.started = this.#start()
    // A mirror that was wiped while we read it has nothing more to say.
    this.started.catch(() => undefined)
  }

  subscribe = (listener: () => void) => this.#listeners.add(listener)

  list = (): ListRecord | undefined => this.#list

  /** In the creator's order; undefined while that is not known. */
  all = (): Collection[] | undefined => {
    if (!this.#list || !this.#rows) return undefined
    return (this.#ordered ??= [...this.#rows.values()].sort(inOrder))
  }

  /** Undefined: not read yet. Null: the mirror has no such collection; the server may. */
  get = (uuid: string): Collection | null | undefined =>
    this.#rows && (this.#rows.get(this.storage.real(uuid)) ?? null)

  close() {
    this.#stop()
  }

  async #start() {
    // In this order: rows are stored before their list is called loaded.
    await this.#readList()
    await this.#readAll()
    this.#tell()
    this.#queue.start()
  }

  async #readAll() {
    const rows = await this.storage.everyCollection()
    this.#rows = new Map(rows.map((row) => [row.uuid, row]))
  }

  async #readRows(uuids: string[]) {
    const rows = await this.storage.collectionRows(uuids)
    uuids.forEach((uuid, i) => {
      const row = rows[i]
      if (row) this.#rows?.set(uuid, row)
      else this.#rows?.delete(uuid)
    })
  }

  async #readList() {
    const record = await this.storage.list('collections')
    // When the database was lost, the rows we have are still "loaded"; having none is not "empty".
    if (record || !this.#rows?.size) this.#list = record
  }

  #tell() {
    this.#ordered = undefined
    this.#listeners.tell()
  }
}

/** The server's order: ones that were never put anywhere come first, the newest before the others. */
const inOrder = (a: Collection, b: Collection) =>
  a.position - b.position || compare(b.created_at, a.created_at) || compare(a.uuid, b.uuid)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

let current: CollectionsIndex | undefined

/** Of whoever's links are shown; read when a screen first asks, so that the start does not wait. */
export function collectionsIndex(): CollectionsIndex {
  const storage = shownStorage()
  if (current?.storage !== storage) {
    current?.close()
    current = new CollectionsIndex(storage)
  }
  return current
}
