import { Dexie, type Table } from 'dexie'
import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { nextTask, slices, WRITE_SLICE } from './slices.ts'
import type { MirrorDb, StoredLink } from './db.ts'
import { createListeners } from './listeners.ts'
import { observe } from './watch-rows.ts'
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

const READ_SLICE = 125

export class DexieStorage implements MirrorStorage {
  readonly kind = 'database'
  readonly #listeners = createListeners<Change>()
  readonly #stopObserving: () => void

  constructor(readonly db: MirrorDb) {
    this.#stopObserving = observe(db.name, (change) => this.#listeners.tell(change))
  }

  list = (name: ListName) => this.db.lists.get(name)

  async putList(record: ListRecord) {
    await this.db.lists.put(record)
  }

  newest = (name: LinkListName, limit: number) =>
    this.#of(name).reverse().limit(limit).toArray() as Promise<ShortLink[]>

  async keys(name: ListName) {
    if (name === 'collections') return this.db.collections.toCollection().primaryKeys()
    return (await this.#of(name).primaryKeys()).reverse()
  }

  async has(name: ListName, uuid: string) {
    const table = name === 'collections' ? this.db.collections : this.db.links
    return (await table.where('uuid').equals(uuid).count()) > 0
  }

  rows = (uuids: string[]) => this.db.links.bulkGet(uuids) as Promise<(ShortLink | undefined)[]>

  async everyRow(take: (rows: ShortLink[]) => void) {
    let after = ''
    for (;;) {
      const rows = await this.db.links.where('uuid').above(after).limit(READ_SLICE).toArray()
      take(rows)
      const last = rows.at(-1)
      if (!last || rows.length < READ_SLICE) return
      after = last.uuid
      await nextTask()
    }
  }

  async save(rows: ShortLink[]) {
    await putNewer(this.db.links, rows.map(toStoredLink))
  }

  async retag(changes: Retag[]) {
    await putTags(this.db.links, changes)
  }

  collectionRows = (uuids: string[]) => this.db.collections.bulkGet(uuids)

  everyCollection = () => this.db.collections.toArray()

  async saveCollections(rows: Collection[]) {
    await putNewer(this.db.collections, rows)
  }

  async remove(uuids: string[], from?: ListName) {
    if (uuids.length === 0) return
    if (from === 'collections') return this.db.collections.bulkDelete(uuids)
    const { links } = this.db
    await this.db.transaction('rw', links, async () => {
      const rows = await links.bulkGet(uuids)
      const gone = rows.flatMap((row) => (row && (!from || row.list === from) ? [row.uuid] : []))
      if (gone.length > 0) await links.bulkDelete(gone)
    })
  }

  async putWalkPage(list: ListName, page: number, uuids: string[]) {
    await this.db.walkPages.put({ list, page, uuids })
  }

  async walkedUuids(list: ListName) {
    const pages = await this.#pagesOf(list).toArray()
    return pages.flatMap((page) => page.uuids)
  }

  async forgetWalk(list: ListName) {
    await this.#pagesOf(list).delete()
  }

  draft = async (name: string) => (await this.db.drafts.get(name))?.value

  async putDraft(name: string, value: unknown) {
    await this.db.drafts.put({ name, value, savedAt: Date.now() })
  }

  deleteDraft = (name: string) => this.db.drafts.delete(name)

  onChange = (listener: (change: Change) => void) => this.#listeners.add(listener)

  hint(name: ListName, uuids: string[]) {
    if (uuids.length > 0) this.#listeners.tell(changeIn(name, uuids))
  }

  close() {
    this.#stopObserving()
    this.db.close()
  }

  #of = (name: LinkListName) =>
    this.db.links
      .where('[list+created_at]')
      .between([name, Dexie.minKey], [name, Dexie.maxKey], true, true)

  #pagesOf = (list: ListName) =>
    this.db.walkPages
      .where('[list+page]')
      .between([list, Dexie.minKey], [list, Dexie.maxKey], true, true)
}

export const toStoredLink = (link: ShortLink): StoredLink => ({ ...link, list: listOf(link) })

/** Stores rows that are newer than the stored ones and differ from them. */
export async function putNewer<Row extends ShortLink | Collection>(
  table: Table<Row, string>,
  rows: Row[],
) {
  await table.db.transaction('rw', table, async () => {
    const current = await table.bulkGet(rows.map((row) => row.uuid))
    const changed = rows.filter((row, i) => shouldReplace(row, current[i]))
    await putInSlices(table, changed)
  })
}

export async function putTags(table: Table<StoredLink, string>, changes: Retag[]) {
  await table.db.transaction('rw', table, async () => {
    const rows = await table.bulkGet(changes.map(({ uuid }) => uuid))
    await putInSlices(
      table,
      changes.flatMap((change, i) => withTags(rows[i], change) ?? []),
    )
  })
}

async function putInSlices<Row>(table: Table<Row, string>, rows: Row[]) {
  for (const slice of slices(rows, WRITE_SLICE)) await table.bulkPut(slice)
}
