import type { Collection } from '#contract/collections.ts'
import { ChangeQueue } from './change-queue.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import type { OverlaidStorage } from './overlaid-storage.ts'
import { shownStorage } from '../mirror.ts'
import type { ListRecord } from '#mirror/store/storage.ts'

/**
 * Collections as screens read them. There are hundreds of them, not thousands as with links, so all
 * are kept in memory. They are updated by the ids that the storage reports as changed.
 */
export class CollectionsIndex {
  readonly #listeners = createListeners()
  readonly #queue = new ChangeQueue({
    readAll: () => this.#readAll(),
    readRows: (uuids) => this.#readRows(uuids),
    readLists: () => this.#readList(),
    onProgress: () => this.#tell(),
  })
  readonly #stop: () => void
  #rows: Map<string, Collection> | undefined
  #ordered: Collection[] | undefined
  #list: ListRecord | undefined
  readonly started: Promise<void>

  constructor(readonly storage: OverlaidStorage) {
    this.#stop = storage.onChange(({ collections, lists }) =>
      this.#queue.enqueue(collections, lists),
    )
    this.started = this.#start()
    // The mirror may be deleted during this read, which needs no handling.
    this.started.catch(() => undefined)
  }

  subscribe = (listener: () => void) => this.#listeners.add(listener)

  list = (): ListRecord | undefined => this.#list

  /** Returns all collections in the creator's order, or undefined until they are known. */
  all = (): Collection[] | undefined => {
    if (!this.#list || !this.#rows) return undefined
    return (this.#ordered ??= [...this.#rows.values()].sort(compareCollections))
  }

  /**
   * Returns undefined until read, and null if the mirror has no such collection. The server may
   * have it.
   */
  get = (uuid: string): Collection | null | undefined =>
    this.#rows && (this.#rows.get(this.storage.real(uuid)) ?? null)

  close() {
    this.#stop()
  }

  async #start() {
    // Rows are stored before their list counts as loaded, so read the list first.
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
    // If the database was lost, the rows in memory still count as loaded, but having none does not
    // mean that the list is empty.
    if (record || !this.#rows?.size) this.#list = record
  }

  #tell() {
    this.#ordered = undefined
    this.#listeners.tell()
  }
}

/** Compares in the server's order: collections without a position come first, newest first. */
const compareCollections = (a: Collection, b: Collection) =>
  a.position - b.position || compare(b.created_at, a.created_at) || compare(a.uuid, b.uuid)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

let current: CollectionsIndex | undefined

/**
 * Returns the index of the user whose links are shown. Created when a screen first needs it, so
 * that the start is not delayed.
 */
export function collectionsIndex(): CollectionsIndex {
  const storage = shownStorage()
  if (current?.storage !== storage) {
    current?.close()
    current = new CollectionsIndex(storage)
  }
  return current
}
