import type { SmartRule } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { nextTask } from '#mirror/store/slices.ts'
import { ChangeQueue } from './change-queue.ts'
import { isFiltered, NO_FILTER, type Facets } from './link-filter.ts'
import {
  createSnapshot,
  listName,
  type LinkQuery,
  type LinkSnapshot,
  type Totals,
} from './link-snapshot.ts'
import { entryOf, type LinkEntry } from '#mirror/store/link-order.ts'
import { readFirstRowsFrom, type FirstRows } from '../start/first-rows.ts'
import { afterFirstScreen } from '../start/first-screen.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import { RowCache } from './row-cache.ts'
import { applyRule } from '#mirror/store/smart-rule.ts'
import {
  LINK_LISTS,
  type LinkListName,
  type ListName,
  type ListRecord,
  type MirrorStorage,
} from '#mirror/store/storage.ts'

/** Number of rows to prepare, more than the largest window shows. */
const PREPARED_ROWS = 60

/** Number of links from which answers are computed in several tasks. */
const MIN_LINKS_TO_SPLIT = 1000

/**
 * Links as screens read them: the sorted and searchable ids of a list, and the visible rows. Loaded
 * once per visit, then updated by the ids that the storage reports as changed. Searching the table
 * itself took a hundred times longer.
 */
export class LinksIndex {
  readonly rows: RowCache
  readonly #listeners = createListeners()
  readonly #lists = new Map<ListName, ListRecord>()
  /** Latest answers, replaced when something changes. */
  #snapshot: LinkSnapshot = createSnapshot(new Map())
  readonly #stop: () => void
  /** Ids in the default order, used until every row has been read. */
  #firstIds: string[] | undefined
  #entries: Map<string, LinkEntry> | undefined
  /** Whether the answers contain every row that was read. */
  #isWhole = false
  readonly #queue = new ChangeQueue({
    readAll: () => this.#readAll(),
    readRows: (uuids) => this.#readRows(uuids),
    readLists: () => this.#readLists(),
    onProgress: () => this.#update(),
  })
  readonly started: Promise<void>

  constructor(
    readonly storage: MirrorStorage,
    /** First rows that could be read without the storage. */
    atHand: Promise<FirstRows | null> = Promise.resolve(null),
  ) {
    this.rows = new RowCache(storage, () => this.#listeners.tell())
    this.#stop = storage.onChange(({ links, lists }) => this.#queue.enqueue(links, lists))
    this.started = this.#start(atHand)
    // The mirror may be deleted during this read, which needs no handling.
    this.started.catch(() => undefined)
  }

  subscribe = (listener: () => void) => this.#listeners.add(listener)

  list = (name: LinkListName): ListRecord | undefined => this.#lists.get(name)

  /** Returns the ids of a list, or undefined until they are known. */
  ids({
    q = '',
    hidden = false,
    ordering = '-created',
    filter = NO_FILTER,
  }: LinkQuery): string[] | undefined {
    if (!this.#lists.has(listName(hidden))) return undefined
    // The snapshot learns of the query even while rows are missing, so that the first whole answer
    // is computed in steps.
    const found = this.#snapshot.ids({ q, hidden, ordering, filter })
    if (this.#isWhole) return found
    const isWhole = q.trim() === '' && !isFiltered(filter)
    const isDefault = isWhole && !hidden && ordering === '-created'
    return isDefault ? this.#firstIds : undefined
  }

  /** Prepares the answer to a query and reads the rows that will be visible. */
  async prepare(query: LinkQuery): Promise<void> {
    await this.rows.load(this.ids(query)?.slice(0, PREPARED_ROWS) ?? [])
  }

  /**
   * Returns the links of a smart collection in order, or undefined until all links have been
   * imported and read.
   */
  idsByRule(rule: SmartRule): string[] | undefined {
    if (!this.#isWhole || !this.#lists.get('links')?.syncedAt) return undefined
    return applyRule(this.#snapshot.ordered('links', rule.ordering), rule).map(
      (entry) => entry.uuid,
    )
  }

  /** Returns the filter options of a list, computed once per change. */
  facets = (name: LinkListName): Facets => this.#snapshot.facets(name)

  /**
   * Returns the creation time of a link in ms, or undefined until it has been read. Waiting links
   * are newer than all others.
   */
  createdTime = (uuid: string): number | undefined => {
    const entry = this.#entries?.get(uuid)
    if (entry?.waiting) return Number.POSITIVE_INFINITY
    if (entry) return entry.time
    const row = this.rows.get(uuid)
    return row ? Date.parse(row.created_at) : undefined
  }

  /** Returns the totals of a list, or undefined until all links have been imported and read. */
  totals(name: LinkListName): Totals | undefined {
    const totals = this.#snapshot.totals(name)
    return this.#isWhole && this.#lists.get(name)?.syncedAt ? totals : undefined
  }

  close() {
    this.#stop()
  }

  /**
   * Reads the rows of the first screen, then the ids, and after the first render everything else.
   */
  async #start(atHand: Promise<FirstRows | null>) {
    const { lists, rows, ids, isStored } = (await atHand) ?? (await readFirstRowsFrom(this.storage))
    for (const list of lists) this.#lists.set(list.name, list)
    this.rows.put(rows)
    this.#firstIds = rows.map((row) => row.uuid)
    this.#tell()
    this.#firstIds = await ids.catch(() => this.storage.keys('links'))
    this.#tell()
    await afterFirstScreen()
    await nextTask()
    // Rows that are not stored yet must not disappear from the screen.
    if (!isStored) await this.#kept('links')
    await this.#readAll()
    this.#queue.start()
  }

  /** Resolves when the storage contains the list. */
  async #kept(name: ListName) {
    const changed = new Promise<void>((resolve) => {
      const stop = this.storage.onChange(({ lists }) => {
        if (!lists) return
        stop()
        resolve()
      })
    })
    if (!(await this.storage.list(name))) await changed
  }

  async #readAll() {
    const entries = new Map<string, LinkEntry>()
    await this.storage.everyRow((rows) => {
      for (const row of rows) entries.set(row.uuid, entryOf(row))
      this.rows.refresh(rows)
    })
    this.rows.keepOnly(entries)
    this.#entries = entries
  }

  async #readLists() {
    for (const name of LINK_LISTS) {
      const record = await this.storage.list(name)
      if (record) this.#lists.set(name, record)
      // If the database was lost, the rows in memory still count as loaded, but having none does
      // not mean that the list is empty.
      else if (this.#entries?.size === 0) this.#lists.delete(name)
    }
  }

  async #readRows(uuids: string[]) {
    const rows = await this.storage.rows(uuids)
    uuids.forEach((uuid, i) => this.#apply(uuid, rows[i]))
  }

  #apply(uuid: string, row: ShortLink | undefined) {
    if (row) this.#entries?.set(uuid, entryOf(row))
    else this.#entries?.delete(uuid)
    this.rows.update(uuid, row)
  }

  /**
   * Computes the answers that screens use again and tells the screens. With many links, each answer
   * is computed in its own task, so that the app responds to input in between.
   */
  async #update() {
    const next = createSnapshot(this.#entries ?? new Map())
    if (next.entries.size >= MIN_LINKS_TO_SPLIT)
      for (const step of this.#snapshot.stepsFor(next)) {
        step()
        await nextTask()
      }
    this.#show(next)
  }

  #tell() {
    this.#show(createSnapshot(this.#entries ?? new Map()))
  }

  #show(snapshot: LinkSnapshot) {
    this.#snapshot = snapshot
    this.#isWhole = this.#entries !== undefined
    this.#listeners.tell()
  }
}
