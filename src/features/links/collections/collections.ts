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
 * Changes go to the server first, and its answer is in the mirror before these promises resolve. If
 * the server cannot be reached, the change is queued and the mirror shows its result at once. If
 * the server refuses a change, the error is thrown for the caller to explain. Links name their
 * collections, so they are refreshed as well.
 */

type ChangeResult = { waiting: boolean; uuid: string }

/**
 * Creates a collection. Retrying with the same `key` creates it only once, even if the first
 * response was lost.
 */
export async function createCollection(
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

/**
 * Saves the edited fields. `base` holds their previous values, so that changes made elsewhere are
 * detected.
 */
export async function changeCollection(
  collection: Collection,
  edit: SmartCollectionEdit,
): Promise<ChangeResult> {
  const { uuid, type, name } = collection
  const shown = new Map<string, unknown>(Object.entries(collection))
  const base = Object.fromEntries(Object.keys(edit).map((field) => [field, shown.get(field)]))
  const links = collection.link_uuids ?? []
  return submit(uuid, { kind: 'edit-collection', collection: uuid, type, edit, base, links }, name)
}

/** Saves the order of collections. `base` is the order before. */
export const orderCollections = (collections: string[], base: string[]) =>
  submit('', { kind: 'order-collections', collections, base }, 'Order of collections')

/** Deletes a collection. Its links are kept. */
export const deleteCollection = ({ uuid, name, link_uuids }: Collection) =>
  submit(uuid, { kind: 'delete-collection', collection: uuid, name, links: link_uuids ?? [] }, name)

export const addLinks = (uuid: string, links: string[]) => changeLinks('add-links', uuid, links)

export const removeLink = (uuid: string, link: string) => changeLinks('remove-links', uuid, [link])

export function orderLinks(
  collection: string,
  links: string[],
  base: string[],
): Promise<ChangeResult> {
  const name = nameOf(collection)
  return submit(collection, { kind: 'order-links', collection, name, links, base }, name)
}

function changeLinks(kind: 'add-links' | 'remove-links', collection: string, links: string[]) {
  const name = nameOf(collection)
  return submit(collection, { kind, collection, name, links }, name)
}

const nameOf = (collection: string) => collectionsIndex().get(collection)?.name ?? 'A collection'

async function submit(uuid: string, wanted: Change, title: string): Promise<ChangeResult> {
  const { waiting } = await change(wanted, title)
  if (!waiting && !wanted.kind.startsWith('order')) void revalidate('links')
  return { waiting, uuid }
}
