import { Dexie } from 'dexie'
import type { ShortLink } from '#contract/links.ts'
import { breathe } from './breathe.ts'
import type { MirrorDb, StoredLink } from './db.ts'
import { createListeners } from './listeners.ts'
import { observe } from './observe.ts'
import {
  listOf,
  replaces,
  type Change,
  type LinkListName,
  type ListRecord,
  type MirrorStorage,
  type Retag,
} from './storage.ts'

const READ_SLICE = 250

export class DexieStorage implements MirrorStorage {
  readonly kind = 'database'
  readonly #listeners = createListeners<Change>()
  readonly #stopObserving: () => void

  constructor(readonly db: MirrorDb) {
    this.#stopObserving = observe(db.name, (change) => this.#listeners.tell(change))
  }

  list = (name: LinkListName) => this.db.lists.get(name)

  async putList(record: ListRecord) {
    await this.db.lists.put(record)
  }

  newest = (name: LinkListName, limit: number) =>
    this.#of(name).reverse().limit(limit).toArray() as Promise<ShortLink[]>

  async keys(name: LinkListName) {
    return (await this.#of(name).primaryKeys()).reverse()
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
      await breathe()
    }
  }

  async save(rows: ShortLink[]) {
    const { links } = this.db
    await this.db.transaction('rw', links, async () => {
      const current = await links.bulkGet(rows.map((row) => row.uuid))
      const changed = rows.map(stored).filter((row, i) => replaces(row, current[i]))
      if (changed.length > 0) await links.bulkPut(changed)
    })
  }

  async retag(changes: Retag[]) {
    await this.db.links.bulkUpdate(
      changes.map(({ uuid, tags }) => ({ key: uuid, changes: { tags } })),
    )
  }

  async remove(uuids: string[], from?: LinkListName) {
    if (uuids.length === 0) return
    const { links } = this.db
    await this.db.transaction('rw', links, async () => {
      const rows = await links.bulkGet(uuids)
      const gone = rows.flatMap((row) => (row && (!from || row.list === from) ? [row.uuid] : []))
      if (gone.length > 0) await links.bulkDelete(gone)
    })
  }

  async putWalkPage(list: LinkListName, page: number, uuids: string[]) {
    await this.db.walkPages.put({ list, page, uuids })
  }

  async walkedUuids(list: LinkListName) {
    const pages = await this.#pagesOf(list).toArray()
    return pages.flatMap((page) => page.uuids)
  }

  async forgetWalk(list: LinkListName) {
    await this.#pagesOf(list).delete()
  }

  draft = async (name: string) => (await this.db.drafts.get(name))?.value

  async putDraft(name: string, value: unknown) {
    await this.db.drafts.put({ name, value, savedAt: Date.now() })
  }

  deleteDraft = (name: string) => this.db.drafts.delete(name)

  onChange = (listener: (change: Change) => void) => this.#listeners.add(listener)

  hint(uuids: string[]) {
    if (uuids.length > 0) this.#listeners.tell({ links: uuids, lists: false })
  }

  close() {
    this.#stopObserving()
    this.db.close()
  }

  #of = (name: LinkListName) =>
    this.db.links
      .where('[list+created_at]')
      .between([name, Dexie.minKey], [name, Dexie.maxKey], true, true)

  #pagesOf = (list: LinkListName) =>
    this.db.walkPages
      .where('[list+page]')
      .between([list, Dexie.minKey], [list, Dexie.maxKey], true, true)
}

const stored = (link: ShortLink): StoredLink => ({ ...link, list: listOf(link) })
