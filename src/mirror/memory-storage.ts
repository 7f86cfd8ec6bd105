import type { ShortLink } from '#contract/links.ts'
import { createListeners } from './listeners.ts'
import {
  listOf,
  replaces,
  type Change,
  type LinkListName,
  type ListRecord,
  type MirrorStorage,
  type Retag,
} from './storage.ts'

/** The mirror without IndexedDB: private windows, a full disk, an old tab in the way (offline.md 9, 10). */
export class MemoryStorage implements MirrorStorage {
  readonly kind = 'memory'
  readonly #links = new Map<string, ShortLink>()
  readonly #lists = new Map<LinkListName, ListRecord>()
  readonly #walks = new Map<LinkListName, Map<number, string[]>>()
  readonly #drafts = new Map<string, unknown>()
  readonly #listeners = createListeners<Change>()

  list = async (name: LinkListName) => this.#lists.get(name)

  async putList(record: ListRecord) {
    this.#lists.set(record.name, record)
    this.#listeners.tell({ links: [], lists: true })
  }

  newest = async (name: LinkListName, limit: number) => this.#of(name).slice(0, limit)

  keys = async (name: LinkListName) => this.#of(name).map((row) => row.uuid)

  rows = async (uuids: string[]) => uuids.map((uuid) => this.#links.get(uuid))

  async everyRow(take: (rows: ShortLink[]) => void) {
    take([...this.#links.values()])
  }

  async save(rows: ShortLink[]) {
    const changed = rows.filter((row) => replaces(row, this.#links.get(row.uuid)))
    for (const row of changed) this.#links.set(row.uuid, row)
    this.hint(changed.map((row) => row.uuid))
  }

  async retag(changes: Retag[]) {
    for (const { uuid, tags } of changes) {
      const row = this.#links.get(uuid)
      if (row) this.#links.set(uuid, { ...row, tags })
    }
    this.hint(changes.map((change) => change.uuid))
  }

  async remove(uuids: string[], from?: LinkListName) {
    const gone = uuids.filter((uuid) => {
      const row = this.#links.get(uuid)
      return row && (!from || listOf(row) === from)
    })
    for (const uuid of gone) this.#links.delete(uuid)
    this.hint(gone)
  }

  async putWalkPage(list: LinkListName, page: number, uuids: string[]) {
    const pages = this.#walks.get(list) ?? new Map<number, string[]>()
    this.#walks.set(list, pages.set(page, uuids))
  }

  walkedUuids = async (list: LinkListName) => [...(this.#walks.get(list)?.values() ?? [])].flat()

  async forgetWalk(list: LinkListName) {
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

  hint(uuids: string[]) {
    if (uuids.length > 0) this.#listeners.tell({ links: uuids, lists: false })
  }

  close() {
    this.#links.clear()
    this.#lists.clear()
    this.#drafts.clear()
  }

  #of = (name: LinkListName) =>
    [...this.#links.values()]
      .filter((row) => listOf(row) === name)
      .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
}
