import type {
  Collection,
  NewCollection,
  NewSmartCollection,
  SmartCollectionEdit,
} from '#contract/collections.ts'
import type { FieldErrors } from '#contract/common.ts'
import type { BulkTags, LinkEdit, NewLink, ShortLink } from '#contract/links.ts'
import { aboutMessage, isMessageChange, type MessageChange } from './message-change.ts'

type Fields = Record<string, unknown>
type Members = { collection: string; name: string; links: string[] }

/**
 * One change that waits for the server. Ids may be temporary, of what the server has not made yet;
 * they are replaced when it has. `base` is what stood in the fields when they were changed.
 */
export type Change =
  | { kind: 'create-link'; link: string; body: NewLink }
  | { kind: 'clone-link'; link: string; of: string; copy: ShortLink }
  | { kind: 'edit-link'; link: string; edit: Omit<LinkEdit, 'base'>; base: Fields }
  | { kind: 'tag-links'; links: string[]; tags: string[]; mode: NonNullable<BulkTags['mode']> }
  | { kind: 'create-collection'; collection: string; type: Collection['type']; body: NewBody }
  | {
      kind: 'edit-collection'
      collection: string
      type: Collection['type']
      edit: Omit<SmartCollectionEdit, 'base'>
      base: Fields
      /** Which links name it. */
      links: string[]
    }
  /** `base` is the order that was seen; what waits from an older version has none. */
  | { kind: 'order-collections'; collections: string[]; base?: string[] }
  | ({ kind: 'order-links'; base?: string[] } & Members)
  | ({ kind: 'delete-collection' | 'add-links' | 'remove-links' } & Members)
  | MessageChange

export type NewBody = NewCollection | NewSmartCollection
export type Kind = Change['kind']

/** Why it stopped: what the server said, or what was changed elsewhere and how that is now. */
export type Problem =
  | { status: number; errors: FieldErrors }
  | { fields: string[]; latest: ShortLink | Collection }

export type Entry = {
  /** Given by the database: the order of the changes. */
  seq: number
  /** The idempotency key of this very request. */
  key: string
  change: Change
  /** What the change is about, in words. */
  title: string
  queuedAt: number
  /** How often the server failed over it. */
  tries: number
  state: 'waiting' | 'refused' | 'conflict'
  problem?: Problem
}

export const isStopped = ({ state }: Entry) => state !== 'waiting'

/** What a change makes true, so that later ones may build on it. */
export function provides(change: Change): string[] {
  if (isMessageChange(change)) return aboutMessage(change)
  switch (change.kind) {
    case 'create-link':
    case 'clone-link':
    case 'edit-link':
      return [change.link]
    case 'tag-links':
      return change.links
    case 'create-collection':
      return [change.collection, named(change.body.name)]
    case 'edit-collection':
      return [change.collection, ...names(change.edit.name, change.base['name'])]
    case 'delete-collection':
      return [change.collection, named(change.name)]
    case 'order-collections':
      return []
    default:
      return [change.collection]
  }
}

/** What must have come true before it. */
export function needs(change: Change): string[] {
  if (isMessageChange(change)) return aboutMessage(change)
  switch (change.kind) {
    case 'create-link':
      return [change.link, ...names(...(change.body.regular_collection_names ?? []))]
    case 'clone-link':
      return [change.link, change.of]
    case 'edit-link':
      return [change.link, ...names(...(change.edit.regular_collection_names ?? []))]
    case 'add-links':
    case 'remove-links':
    case 'order-links':
      return [change.collection, ...change.links]
    case 'order-collections':
      return change.collections
    default:
      return provides(change)
  }
}

const named = (name: string) => `name:${name.trim().toLowerCase()}`
const names = (...all: unknown[]) =>
  all.flatMap((name) => (typeof name === 'string' ? [named(name)] : []))

/** The id that is temporary until the server has answered this change. */
export function makes({ change }: Entry): string | undefined {
  if (change.kind === 'create-link' || change.kind === 'clone-link') return change.link
  return change.kind === 'create-collection' ? change.collection : undefined
}

/** Ids are random and long, so that nothing else can be mistaken for one. */
export const withRealId = (change: Change, temporary: string, real: string): Change =>
  JSON.parse(JSON.stringify(change).replaceAll(temporary, real)) as Change

/** Collects what stands behind a stopped change, which must wait until a person has decided. */
export class Held {
  readonly #ids = new Set<string>()

  /** True when nothing that it needs is held up; else what it would make true is held up, too. */
  lets(entry: Entry): boolean {
    const free = !isStopped(entry) && !needs(entry.change).some((id) => this.#ids.has(id))
    if (!free) this.stop(entry)
    return free
  }

  stop({ change }: Entry) {
    for (const id of provides(change)) this.#ids.add(id)
  }
}
