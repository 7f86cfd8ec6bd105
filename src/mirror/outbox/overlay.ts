import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { fold } from '#contract/search/fold.ts'
import { distinctNames, withoutNames } from '#contract/search/spellings.ts'
import { changedFields } from './edits.ts'
import {
  clonedLink,
  linkEditEffect,
  addLinksEffect,
  removeLinksEffect,
  newCollection,
  newLink,
  orderLinksEffect,
  parametersEffect,
  collectionEditEffect,
  tagEffect,
  type Effect,
} from './effects.ts'
import type { Change, Entry } from './entries.ts'
import type { LocalCollection, LocalLink, Overlay, WaitingState } from './waiting.ts'

type Effects<Row> = Map<string, Effect<Row>[]>

/**
 * Creates an overlay of the waiting changes, in their order. Refused changes are not applied, so
 * rows show the state of the server.
 */
export function overlayOf(entries: readonly Entry[]): Overlay {
  const layer = new Layer()
  for (const entry of entries) {
    try {
      layer.add(entry)
    } catch {
      // Entry of another app version. It cannot be shown, but it stays in the outbox and is sent.
    }
  }
  const { links, collections } = layer
  const link = (row: ShortLink): LocalLink => applyEffects(row, links.get(row.uuid))
  const collection = (row: Collection) => {
    const changed = applyEffects<LocalCollection>(row, collections.get(row.uuid))
    const named = applyEffects(changed, layer.named.get(nameKey(changed.name)))
    return layer.deleted.has(row.uuid) ? null : named
  }
  return {
    link,
    collection,
    newLinks: layer.newLinks.map(link),
    newCollections: layer.newCollections.flatMap((row) => collection(row) ?? []),
    links: new Set(links.keys()),
    collections: collections.size + layer.named.size + layer.deleted.size > 0,
  }
}

const applyEffects = <Row>(row: Row, effects: Effect<Row>[] = []) =>
  effects.reduce((changed, effect) => effect(changed), row)

/** Sorts names as the server does. */
const compareNames = (a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)

/** Returns the same key for names that the server takes for one collection. */
const nameKey = (name: string) => fold(name.trim())

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
    const mark = createMark(entry)
    if (change.kind === 'create-link')
      this.#create(entry, newLink(change, entry.queuedAt), change.link)
    else if (change.kind === 'clone-link')
      this.#create(entry, clonedLink(change, entry.queuedAt), change.link)
    else if (change.kind === 'create-collection') {
      this.newCollections.push(newCollection(change, entry.queuedAt))
      addEffects(this.collections, change.collection, mark)
    } else if (entry.state !== 'waiting') this.#stopped(change, mark)
    else if (change.kind === 'order-collections') this.#place(change.collections)
    else if ('collection' in change) this.#onCollection(change, mark)
    else this.#onLinks(change, mark)
  }

  #create(entry: Entry, row: LocalLink, uuid: string) {
    this.newLinks.push(row)
    addEffects(this.links, uuid, createMark(entry))
    for (const name of row.regular_collection_names)
      addEffects(this.named, nameKey(name), addLinksEffect([uuid]))
  }

  #stopped(change: Change, mark: Mark) {
    if (change.kind === 'edit-link') addEffects(this.links, change.link, mark)
    else if (change.kind === 'tag-links' || change.kind === 'add-parameters')
      for (const uuid of change.links) addEffects(this.links, uuid, mark)
    else if ('collection' in change) addEffects(this.collections, change.collection, mark)
  }

  #onLinks(change: Change, mark: Effect<LocalLink>) {
    if (change.kind === 'edit-link') {
      const { link, base } = change
      const fields = changedFields(change)
      addEffects(this.links, link, linkEditEffect(fields), mark)
      this.#move(link, base['regular_collection_names'], fields['regular_collection_names'])
    } else if (change.kind === 'tag-links')
      for (const uuid of change.links) addEffects(this.links, uuid, tagEffect(change), mark)
    else if (change.kind === 'add-parameters') {
      const effect = parametersEffect(change.parameters)
      for (const uuid of change.links) addEffects(this.links, uuid, effect, mark)
    }
  }

  #place(collections: string[]) {
    for (const [index, uuid] of collections.entries())
      addEffects(this.collections, uuid, (row) => ({ ...row, position: index + 1 }))
  }

  #move(link: string, before: unknown, after: unknown) {
    if (!Array.isArray(after)) return
    const [from, to] = [Array.isArray(before) ? before.map(String) : [], after.map(String)]
    for (const name of to.filter((one) => !from.includes(one)))
      addEffects(this.named, nameKey(name), addLinksEffect([link]))
    for (const name of from.filter((one) => !to.includes(one)))
      addEffects(this.named, nameKey(name), removeLinksEffect([link]))
  }

  #onCollection(change: Extract<Change, { collection: string }>, mark: Effect<LocalCollection>) {
    const { collection } = change
    addEffects(this.collections, collection, mark)
    switch (change.kind) {
      case 'edit-collection':
        addEffects(this.collections, collection, collectionEditEffect(changedFields(change)))
        return this.#rename(change)
      case 'delete-collection':
        this.deleted.add(collection)
        return this.#names(change.links, (names) => withoutNames(names, [change.name]))
      case 'add-links':
        addEffects(this.collections, collection, addLinksEffect(change.links))
        return this.#names(change.links, (names) => distinctNames([...names, change.name]))
      case 'remove-links':
        addEffects(this.collections, collection, removeLinksEffect(change.links))
        return this.#names(change.links, (names) => withoutNames(names, [change.name]))
      case 'order-links':
        return addEffects(this.collections, collection, orderLinksEffect(change.links, change.base))
      default:
        return undefined
    }
  }

  #rename(change: Extract<Change, { kind: 'edit-collection' }>) {
    const { name } = changedFields(change)
    const before = change.base['name']
    if (typeof name === 'string')
      this.#names(change.links, (names) => names.map((one) => (one === before ? name : one)))
  }

  #names(links: string[], change: (names: string[]) => string[]) {
    for (const uuid of links)
      addEffects(this.links, uuid, (row) => ({
        ...row,
        regular_collection_names: change(row.regular_collection_names).sort(compareNames),
      }))
  }
}

function addEffects<Row>(effects: Effects<Row>, id: string, ...more: Effect<Row>[]) {
  effects.set(id, [...(effects.get(id) ?? []), ...more])
}

const URGENCY: Record<WaitingState, number> = { edit: 0, new: 1, refused: 2, conflict: 3 }

type Mark = <Row extends { waiting?: WaitingState }>(row: Row) => Row

/** Marks a row with the state of a change. The most urgent state of several changes wins. */
function createMark({ change, state }: Entry): Mark {
  const isNew = change.kind.startsWith('create') || change.kind === 'clone-link'
  const waiting: WaitingState = state === 'waiting' ? (isNew ? 'new' : 'edit') : state
  return (row) =>
    row.waiting && URGENCY[row.waiting] >= URGENCY[waiting] ? row : { ...row, waiting }
}
