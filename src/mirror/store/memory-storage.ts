import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { createListeners } from './listeners.ts'
import {
  changeIn,
  listOf,
  shouldReplace,
  withTags,
  type Change,
  type LinkListName,
  type ListName,
  type ListRecord,
  type MirrorStorage,
  type Retag,
} from './storage.ts'

/** Storage in memory, for private windows, a full disk, or a database blocked by an old tab. */
export class MemoryStorage implements MirrorStorage {
  readonly kind = 'memory'
  readonly #links = new Map<string, ShortLink>()
  readonly #collections = new Map<string, Collection>()
  readonly #lists = new Map<ListName, ListRecord>()
  readonly #walks = new Map<ListName, Map<number, string[]>>()
  readonly #drafts = new Map<string, unknown>()
  readonly #listeners = createListeners<Change>()

  list = async (name: ListName) => this.#lists.get(name)

  async putList(record: ListRecord) {
    this.#lists.set(record.name, record)
    this.#listeners.tell({ links: [], collections: [], lists: true })
  }

  newest = async (name: LinkListName, limit: number) => this.#of(name).slice(0, limit)

  async keys(name: ListName) {
    if (name === 'collections') return [...this.#collections.keys()]
    return this.#of(name).map((row) => row.uuid)
  }

  has = async (name: ListName, uuid: string) =>
    name === 'collections' ? this.#collections.has(uuid) : this.#links.has(uuid)

  rows = async (uuids: string[]) => uuids.map((uuid) => this.#links.get(uuid))

  async everyRow(take: (rows: ShortLink[]) => void) {
    take([...this.#links.values()])
  }

  async save(rows: ShortLink[]) {
    this.hint('links', putNewer(this.#links, rows))
  }

  async retag(changes: Retag[]) {
    for (const change of changes) {
      const row = withTags(this.#links.get(change.uuid), change)
      if (row) this.#links.set(change.uuid, row)
    }
    this.hint(
      'links',
      changes.map((change) => change.uuid),
    )
  }

  collectionRows = async (uuids: string[]) => uuids.map((uuid) => this.#collections.get(uuid))

  everyCollection = async () => [...this.#collections.values()]

  async saveCollections(rows: Collection[]) {
    this.hint('collections', putNewer(this.#collections, rows))
  }

  async remove(uuids: string[], from?: ListName) {
    if (from === 'collections') {
      this.hint(
        from,
        uuids.filter((uuid) => this.#collections.delete(uuid)),
      )
      return
    }
    const gone = uuids.filter((uuid) => {
      const row = this.#links.get(uuid)
      return row && (!from || listOf(row) === from)
    })
    for (const uuid of gone) this.#links.delete(uuid)
    this.hint('links', gone)
  }

  async putWalkPage(list: ListName, page: number, uuids: string[]) {
    const pages = this.#walks.get(list) ?? new Map<number, string[]>()
    this.#walks.set(list, pages.set(page, uuids))
  }

  walkedUuids = async (list: ListName) => [...(this.#walks.get(list)?.values() ?? [])].flat()

  async forgetWalk(list: ListName) {
    this.#walks.delete(list)
  }

  draft = async (name: string) => this.#drafts.get(name)

  async putDraft(name: string, value: unknown) {
    this.#drafts.set(name, value)
  }

  async deleteDraft(name: string) {
    this.#drafts.delete(name)
  }

  onChange = (listener: (change: Change) => void) => this.#listeners.add(listener)

  hint(name: ListName, uuids: string[]) {
    if (uuids.length > 0) this.#listeners.tell(changeIn(name, uuids))
  }

  close() {
    this.#links.clear()
    this.#collections.clear()
    this.#lists.clear()
    this.#drafts.clear()
  }

  #of = (name: LinkListName) =>
    [...this.#links.values()]
      .filter((row) => listOf(row) === name)
      .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
}

/** Stores newer rows and returns their ids. */
function putNewer<Row extends ShortLink | Collection>(table: Map<string, Row>, rows: Row[]) {
  const changed = rows.filter((row) => shouldReplace(row, table.get(row.uuid)))
  for (const row of changed) table.set(row.uuid, row)
  return changed.map((row) => row.uuid)
}
