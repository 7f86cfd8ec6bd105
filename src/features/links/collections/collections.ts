import type {
  Collection,
  NewCollection,
  NewSmartCollection,
  SmartCollectionEdit,
} from '#contract/collections.ts'
import { change } from '#live/outbox/change.ts'
import { collectionsIndex } from '#live/read/collections-index.ts'
import type { Change } from '#mirror/outbox/entries.ts'
import { revalidate } from '#live/sync/revalidate.ts'

/*
 * Server first: the answer is in the mirror before these resolve; what the server cannot take now
 * waits, and shows at once all the same (D-75). What it refuses is thrown, for the caller to say.
 * Links name their collections, so that they follow.
 */

type ChangeResult = { waiting: boolean; uuid: string }

/** With the same `key` the same form makes one collection, also when its first answer was lost. */
export async function makeCollection(
  type: Collection['type'],
  body: NewCollection | NewSmartCollection,
  key: string,
): Promise<ChangeResult> {
  const collection = crypto.randomUUID()
  const written = await change(
    { kind: 'create-collection', collection, type, body },
    body.name,
    key,
  )
  if (written.waiting) return { waiting: true, uuid: collection }
  return { waiting: false, uuid: written.answer.collection?.uuid ?? collection }
}

/** What the form shows and nobody changed is left to others. */
export async function changeCollection(
  collection: Collection,
  edit: SmartCollectionEdit,
): Promise<ChangeResult> {
  const { uuid, type, name } = collection
  const shown = new Map<string, unknown>(Object.entries(collection))
  const base = Object.fromEntries(Object.keys(edit).map((field) => [field, shown.get(field)]))
  const links = collection.link_uuids ?? []
  return done(uuid, { kind: 'edit-collection', collection: uuid, type, edit, base, links }, name)
}

/** `base` is the order that stood there before. */
export const orderCollections = (collections: string[], base: string[]) =>
  done('', { kind: 'order-collections', collections, base }, 'Order of collections')

/** Its links stay. */
export const dropCollection = ({ uuid, name, link_uuids }: Collection) =>
  done(uuid, { kind: 'delete-collection', collection: uuid, name, links: link_uuids ?? [] }, name)

export const addLinks = (uuid: string, links: string[]) => ofLinks('add-links', uuid, links)

export const removeLink = (uuid: string, link: string) => ofLinks('remove-links', uuid, [link])

export function orderLinks(
  collection: string,
  links: string[],
  base: string[],
): Promise<ChangeResult> {
  const name = nameOf(collection)
  return done(collection, { kind: 'order-links', collection, name, links, base }, name)
}

function ofLinks(kind: 'add-links' | 'remove-links', collection: string, links: string[]) {
  const name = nameOf(collection)
  return done(collection, { kind, collection, name, links }, name)
}

const nameOf = (collection: string) => collectionsIndex().get(collection)?.name ?? 'A collection'

async function done(uuid: string, wanted: Change, title: string): Promise<ChangeResult> {
  const { waiting } = await change(wanted, title)
  if (!waiting && !wanted.kind.startsWith('order')) void revalidate('links')
  return { waiting, uuid }
}
