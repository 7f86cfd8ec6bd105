import type { ShortLink } from '#contract/links/short-link.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import {
  listOf,
  type Change,
  type LinkListName,
  type MirrorStorage,
} from '#mirror/store/storage.ts'
import type { Overlay, OverlaySource } from '#mirror/outbox/waiting.ts'

/**
 * Storage that screens read: the rows of the mirror with the changes of the outbox applied. The
 * stored rows stay those of the server, so that discarding a change restores them exactly.
 */
export class OverlaidStorage implements MirrorStorage {
  readonly #listeners = createListeners<Change>()
  #source: OverlaySource | undefined
  #stop: () => void = () => undefined
  #coming: Promise<unknown> | undefined

  /**
   * The second parameter is set if changes are known to wait. Reads wait for it, so that rows are
   * never shown without the changes.
   */
  constructor(
    readonly inner: MirrorStorage,
    pendingSource?: Promise<OverlaySource | undefined>,
  ) {
    inner.onChange((change) => void this.#pass(change))
    this.#coming = pendingSource
      ?.then((source) => source && this.setSource(source))
      .catch(() => undefined)
  }

  /** Sets the source of the changes. Replaces a source that was closed. */
  setSource(source: OverlaySource) {
    if (this.#source === source) return
    const overlays = [this.#source, source].flatMap((one) => one?.overlay() ?? [])
    this.#stop()
    this.#source = source
    this.#stop = source.onChange((change) => this.#listeners.tell(change))
    if (overlays.some(({ links, collections }) => links.size > 0 || collections))
      this.#listeners.tell(everythingChanged)
  }

  real = (uuid: string): string => this.#source?.real(uuid) ?? uuid

  get kind() {
    return this.inner.kind
  }

  newest: MirrorStorage['newest'] = async (name, limit) => {
    const overlay = await this.#overlay()
    const rows = (await this.inner.newest(name, limit)).map((row) => overlay?.link(row) ?? row)
    const fresh = overlay?.newLinks ?? []
    return [...fresh, ...rows].filter((row) => listOf(row) === name).sort(newestFirst)
  }

  keys: MirrorStorage['keys'] = async (name) => {
    const overlay = await this.#overlay()
    const keys = await this.inner.keys(name)
    if (!overlay) return keys
    if (name === 'collections') return [...overlay.newCollections.map(({ uuid }) => uuid), ...keys]
    return this.#keysOf(overlay, name, keys)
  }

  rows: MirrorStorage['rows'] = async (uuids) => {
    const overlay = await this.#overlay()
    const rows = await this.inner.rows(uuids)
    if (!overlay) return rows
    const fresh = byId(overlay.newLinks)
    return rows.map((row, i) => (row ? overlay.link(row) : fresh.get(uuids[i] ?? '')))
  }

  everyRow: MirrorStorage['everyRow'] = async (take) => {
    const overlay = await this.#overlay()
    if (!overlay) return this.inner.everyRow(take)
    take(overlay.newLinks)
    return this.inner.everyRow((rows) => take(rows.map(overlay.link)))
  }

  collectionRows: MirrorStorage['collectionRows'] = async (uuids) => {
    const overlay = await this.#overlay()
    const rows = await this.inner.collectionRows(uuids)
    if (!overlay) return rows
    const fresh = byId(overlay.newCollections)
    return rows.map((row, i) =>
      row ? (overlay.collection(row) ?? undefined) : fresh.get(uuids[i] ?? ''),
    )
  }

  everyCollection: MirrorStorage['everyCollection'] = async () => {
    const overlay = await this.#overlay()
    const rows = await this.inner.everyCollection()
    if (!overlay) return rows
    const shown = rows.map(overlay.collection).filter((row) => row !== null)
    return [...overlay.newCollections, ...shown]
  }

  onChange: MirrorStorage['onChange'] = (listener) => this.#listeners.add(listener)
  list: MirrorStorage['list'] = (name) => this.inner.list(name)
  putList: MirrorStorage['putList'] = (record) => this.inner.putList(record)
  has: MirrorStorage['has'] = (name, uuid) => this.inner.has(name, uuid)
  save: MirrorStorage['save'] = (rows) => this.inner.save(rows)
  retag: MirrorStorage['retag'] = (changes) => this.inner.retag(changes)
  saveCollections: MirrorStorage['saveCollections'] = (rows) => this.inner.saveCollections(rows)
  remove: MirrorStorage['remove'] = (uuids, from) => this.inner.remove(uuids, from)
  putWalkPage: MirrorStorage['putWalkPage'] = (name, page, uuids) =>
    this.inner.putWalkPage(name, page, uuids)
  walkedUuids: MirrorStorage['walkedUuids'] = (name) => this.inner.walkedUuids(name)
  forgetWalk: MirrorStorage['forgetWalk'] = (name) => this.inner.forgetWalk(name)
  draft: MirrorStorage['draft'] = (name) => this.inner.draft(name)
  putDraft: MirrorStorage['putDraft'] = (name, value) => this.inner.putDraft(name, value)
  deleteDraft: MirrorStorage['deleteDraft'] = (name) => this.inner.deleteDraft(name)
  hint: MirrorStorage['hint'] = (name, uuids) => this.inner.hint(name, uuids)
  close: MirrorStorage['close'] = () => this.inner.close()

  async #overlay(): Promise<Overlay | undefined> {
    if (this.#coming) await this.#coming
    return this.#source?.overlay()
  }

  /**
   * Passes on a change after the outbox has settled. The answer and the removal of its entry are
   * one transaction and must appear at the same time.
   */
  async #pass(change: Change) {
    if (this.#source) {
      await Promise.resolve()
      await this.#source.settled()
    }
    this.#listeners.tell(change)
  }

  /** Returns the ids of a list without links that a waiting change moves to another list. */
  async #keysOf(overlay: Overlay, name: LinkListName, keys: string[]): Promise<string[]> {
    const changed = keys.filter((uuid) => overlay.links.has(uuid))
    const rows = await this.rows(changed)
    const movedAway = new Set(changed.filter((_, i) => rows[i] && listOf(rows[i]) !== name))
    const fresh = overlay.newLinks.filter((row) => listOf(row) === name).map(({ uuid }) => uuid)
    return [...fresh, ...keys.filter((uuid) => !movedAway.has(uuid))]
  }
}

const everythingChanged: Change = { links: 'all', collections: 'all', lists: false }

const byId = <Row extends { uuid: string }>(rows: Row[]) =>
  new Map(rows.map((row) => [row.uuid, row]))

const newestFirst = (a: ShortLink, b: ShortLink) => (a.created_at < b.created_at ? 1 : -1)
