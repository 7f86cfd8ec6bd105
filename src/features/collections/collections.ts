import * as calls from '#api/collections.ts'
import { quiet } from '#api/http.ts'
import type {
  Collection,
  NewCollection,
  NewSmartCollection,
  SmartCollectionEdit,
} from '#contract/collections.ts'
import { revalidate } from '#mirror/revalidate.ts'

/*
 * Server first: the transport writes every good answer into the mirror before these resolve. Quiet,
 * because whoever calls says what went wrong. Links name their collections, so that they follow.
 */

/** With the same `key` the same form makes one collection, also when its first answer was lost. */
export const makeCollection = (
  kind: Collection['type'],
  input: NewCollection | NewSmartCollection,
  key: string,
) => calls.createCollection(kind, input, { key, ...quiet })

export const changeCollection = (collection: Collection, input: SmartCollectionEdit) =>
  thenLinks(calls.editCollection(collection, input, quiet))

export const orderCollections = (uuids: string[]) => calls.orderCollections(uuids, quiet)

/** Its links stay. */
export const dropCollection = (uuid: string) => thenLinks(calls.deleteCollection(uuid, quiet))

export const addLinks = (uuid: string, links: string[]) =>
  thenLinks(calls.addCollectionLinks(uuid, links, quiet))

export const removeLink = (uuid: string, link: string) =>
  thenLinks(calls.removeCollectionLinks(uuid, [link], quiet))

export const orderLinks = (uuid: string, links: string[]) =>
  calls.orderCollectionLinks(uuid, links, quiet)

async function thenLinks<Answer>(call: Promise<Answer>): Promise<Answer> {
  const answer = await call
  void revalidate('links')
  return answer
}
