import type {
  Collection,
  NewCollection,
  NewSmartCollection,
  SmartCollectionEdit,
} from '#contract/collections.ts'
import type { FieldErrors } from '#contract/common.ts'
import type { BulkTags, LinkEdit, NewLink } from '#contract/links/link-edits.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import type { Parameter } from '#contract/links/parameter-sets.ts'
import { fold } from '#contract/search/fold.ts'
import { messageKeys, isMessageChange, type MessageChange } from './message-change.ts'

type Fields = Record<string, unknown>
type Members = { collection: string; name: string; links: string[] }

/**
 * Change that waits to be sent. Ids of objects that the server has not created yet are temporary
 * and replaced afterwards. `base` holds the values of the fields before the change.
 */
export type Change =
  | { kind: 'create-link'; link: string; body: NewLink }
  | { kind: 'clone-link'; link: string; of: string; copy: ShortLink }
  | { kind: 'edit-link'; link: string; edit: Omit<LinkEdit, 'base'>; base: Fields }
  | { kind: 'tag-links'; links: string[]; tags: string[]; mode: NonNullable<BulkTags['mode']> }
  | { kind: 'add-parameters'; links: string[]; parameters: Parameter[] }
  | { kind: 'create-collection'; collection: string; type: Collection['type']; body: NewBody }
  | {
      kind: 'edit-collection'
      collection: string
      type: Collection['type']
      edit: Omit<SmartCollectionEdit, 'base'>
      base: Fields
      /** Links whose data contains the name of the collection. */
      links: string[]
    }
  /** `base` is the order that the user saw. Entries of older app versions have none. */
  | { kind: 'order-collections'; collections: string[]; base?: string[] }
  | ({ kind: 'order-links'; base?: string[] } & Members)
  | ({ kind: 'delete-collection' | 'add-links' | 'remove-links' } & Members)
  | MessageChange

export type NewBody = NewCollection | NewSmartCollection
export type Kind = Change['kind']

/**
 * Reason why an entry stopped: the error of the server, or the fields that were changed elsewhere
 * with the latest object.
 */
export type Problem =
  | { status: number; errors: FieldErrors }
  | { fields: string[]; latest: ShortLink | Collection }

export type Entry = {
  /** Sequence number from the database, which is the order of the changes. */
  seq: number
  /** Idempotency key of the request. */
  key: string
  change: Change
  /** Name of the changed object, for display. */
  title: string
  queuedAt: number
  /** Number of server errors so far. */
  tries: number
  state: 'waiting' | 'refused' | 'conflict'
  problem?: Problem
}

export const isStopped = ({ state }: Entry) => state !== 'waiting'

/** Returns keys of what a change creates or modifies. Later changes may depend on them. */
export function provides(change: Change): string[] {
  if (isMessageChange(change)) return messageKeys(change)
  switch (change.kind) {
    case 'create-link':
    case 'clone-link':
    case 'edit-link':
      return [change.link]
    case 'tag-links':
    case 'add-parameters':
      return change.links
    case 'create-collection':
      return [change.collection, nameKey(change.body.name)]
    case 'edit-collection':
      return [change.collection, ...nameKeys(change.edit.name, change.base['name'])]
    case 'delete-collection':
      return [change.collection, nameKey(change.name)]
    case 'order-collections':
      return []
    default:
      return [change.collection]
  }
}

/** Returns keys of what a change depends on. */
export function needs(change: Change): string[] {
  if (isMessageChange(change)) return messageKeys(change)
  switch (change.kind) {
    case 'create-link':
      return [change.link, ...nameKeys(...(change.body.regular_collection_names ?? []))]
    case 'clone-link':
      return [change.link, change.of]
    case 'edit-link':
      return [change.link, ...nameKeys(...(change.edit.regular_collection_names ?? []))]
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

const nameKey = (name: string) => `name:${fold(name.trim())}`
const nameKeys = (...all: unknown[]) =>
  all.flatMap((name) => (typeof name === 'string' ? [nameKey(name)] : []))

/** Returns the id that is temporary until the server has answered this change. */
export function temporaryIdOf({ change }: Entry): string | undefined {
  if (change.kind === 'create-link' || change.kind === 'clone-link') return change.link
  return change.kind === 'create-collection' ? change.collection : undefined
}

/**
 * Replaces a temporary id. Ids are random and long, so replacing them in the JSON text cannot hit
 * anything else.
 */
export const withRealId = (change: Change, temporary: string, real: string): Change =>
  JSON.parse(JSON.stringify(change).replaceAll(temporary, real)) as Change

/**
 * Collects what a stopped change blocks. Blocked changes wait until the user has decided about it.
 */
export class BlockedEntries {
  readonly #ids = new Set<string>()

  /** Returns whether the entry can be sent. If not, everything that it provides is blocked too. */
  canSend(entry: Entry): boolean {
    const isFree = !isStopped(entry) && !needs(entry.change).some((id) => this.#ids.has(id))
    if (!isFree) this.block(entry)
    return isFree
  }

  block({ change }: Entry) {
    for (const id of provides(change)) this.#ids.add(id)
  }
}
