import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links.ts'
import { ownFields } from './edits.ts'
import {
  clone,
  edited,
  joined,
  left,
  newCollection,
  newLink,
  ordered,
  regrouped,
  retagged,
  type Effect,
} from './effects.ts'
import type { Change, Entry } from './entries.ts'
import type { LocalCollection, LocalLink, Overlay, Waiting } from './waiting.ts'

type Effects<Row> = Map<string, Effect<Row>[]>

/**
 * Creates an overlay of the waiting changes, in their order. Refused changes are not applied, so
 * rows show the state of the server.
 */
export function overlayOf(entries: readonly Entry[]): Overlay {
  const lay = new Layer()
  for (const entry of entries) {
    try {
      lay.add(entry)
    } catch {
      // Entry of another app version. It cannot be shown, but it stays in the outbox and is sent.
    }
  }
  const { links, collections } = lay
  const link = (row: ShortLink): LocalLink => applied(row, links.get(row.uuid))
  const collection = (row: Collection) => {
    const changed = applied<LocalCollection>(row, collections.get(row.uuid))
    const named = applied(changed, lay.named.get(key(changed.name)))
    return lay.deleted.has(row.uuid) ? null : named
  }
  return {
    link,
    collection,
    newLinks: lay.newLinks.map(link),
    newCollections: lay.newCollections.flatMap((row) => collection(row) ?? []),
    links: new Set(links.keys()),
    collections: collections.size + lay.named.size + lay.deleted.size > 0,
  }
}

const applied = <Row>(row: Row, effects: Effect<Row>[] = []) =>
  effects.reduce((changed, effect) => effect(changed), row)

const byLetters = (a: string, b: string) => (key(a) < key(b) ? -1 : 1)

const key = (name: string) => name.trim().toLowerCase()

class Layer {
  readonly links: Effects<LocalLink> = new Map()
  readonly collections: Effects<LocalCollection> = new Map()
  /** Effects by collection name, because edits of links contain names instead of ids. */
  readonly named: Effects<LocalCollection> = new Map()
  readonly deleted = new Set<string>()
  readonly newLinks: LocalLink[] = []
  readonly newCollections: LocalCollection[] = []

  add(entry: Entry) {
    const { change } = entry
    const mark = marked(entry)
    if (change.kind === 'create-link')
      this.#create(entry, newLink(change, entry.queuedAt), change.link)
    else if (change.kind === 'clone-link')
      this.#create(entry, clone(change, entry.queuedAt), change.link)
    else if (change.kind === 'create-collection') {
      this.newCollections.push(newCollection(change, entry.queuedAt))
      push(this.collections, change.collection, mark)
    } else if (entry.state !== 'waiting') this.#stopped(change, mark)
    else if (change.kind === 'order-collections') this.#place(change.collections)
    else if ('collection' in change) this.#onCollection(change, mark)
    else this.#onLinks(change, mark)
  }

  #create(entry: Entry, row: LocalLink, uuid: string) {
    this.newLinks.push(row)
    push(this.links, uuid, marked(entry))
    for (const name of row.regular_collection_names) push(this.named, key(name), joined([uuid]))
  }

  #stopped(change: Change, mark: Mark) {
    if (change.kind === 'edit-link') push(this.links, change.link, mark)
    else if (change.kind === 'tag-links')
      for (const uuid of change.links) push(this.links, uuid, mark)
    else if ('collection' in change) push(this.collections, change.collection, mark)
  }

  #onLinks(change: Change, mark: Effect<LocalLink>) {
    if (change.kind === 'edit-link') {
      const { link, base } = change
      const fields = ownFields(change)
      push(this.links, link, edited(fields), mark)
      this.#move(link, base['regular_collection_names'], fields['regular_collection_names'])
    } else if (change.kind === 'tag-links')
      for (const uuid of change.links) push(this.links, uuid, retagged(change), mark)
  }

  #place(collections: string[]) {
    for (const [index, uuid] of collections.entries())
      push(this.collections, uuid, (row) => ({ ...row, position: index + 1 }))
  }

  #move(link: string, before: unknown, after: unknown) {
    if (!Array.isArray(after)) return
    const [from, to] = [Array.isArray(before) ? before.map(String) : [], after.map(String)]
    for (const name of to.filter((one) => !from.includes(one)))
      push(this.named, key(name), joined([link]))
    for (const name of from.filter((one) => !to.includes(one)))
      push(this.named, key(name), left([link]))
  }

  #onCollection(change: Extract<Change, { collection: string }>, mark: Effect<LocalCollection>) {
    const { collection } = change
    push(this.collections, collection, mark)
    switch (change.kind) {
      case 'edit-collection':
        push(this.collections, collection, regrouped(ownFields(change)))
        return this.#rename(change)
      case 'delete-collection':
        this.deleted.add(collection)
        return this.#names(change.links, (names) => names.filter((name) => name !== change.name))
      case 'add-links':
        push(this.collections, collection, joined(change.links))
        return this.#names(change.links, (names) => [...new Set([...names, change.name])])
      case 'remove-links':
        push(this.collections, collection, left(change.links))
        return this.#names(change.links, (names) => names.filter((name) => name !== change.name))
      case 'order-links':
        return push(this.collections, collection, ordered(change.links, change.base))
      default:
        return undefined
    }
  }

  #rename(change: Extract<Change, { kind: 'edit-collection' }>) {
    const { name } = ownFields(change)
    const before = change.base['name']
    if (typeof name === 'string')
      this.#names(change.links, (names) => names.map((one) => (one === before ? name : one)))
  }

  #names(links: string[], change: (names: string[]) => string[]) {
    for (const uuid of links)
      push(this.links, uuid, (row) => ({
        ...row,
        regular_collection_names: change(row.regular_collection_names).sort(byLetters),
      }))
  }
}

function push<Row>(effects: Effects<Row>, id: string, ...more: Effect<Row>[]) {
  effects.set(id, [...(effects.get(id) ?? []), ...more])
}

const RANK: Record<Waiting, number> = { edit: 0, new: 1, refused: 2, conflict: 3 }

type Mark = <Row extends { waiting?: Waiting }>(row: Row) => Row

/** Marks a row with the state of a change. The most urgent state of several changes wins. */
function marked({ change, state }: Entry): Mark {
  const isNew = change.kind.startsWith('create') || change.kind === 'clone-link'
  const waiting: Waiting = state === 'waiting' ? (isNew ? 'new' : 'edit') : state
  return (row) => (row.waiting && RANK[row.waiting] >= RANK[waiting] ? row : { ...row, waiting })
}
