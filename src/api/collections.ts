import type { Options } from 'ky'
import {
  CollectionPlaces,
  type Collection,
  type NewCollection,
  type NewSmartCollection,
  type SmartCollectionEdit,
} from '#contract/collections.ts'
import { IDEMPOTENCY_HEADER, V2 } from '#contract/app-constants.ts'
import { OneCollectionAnswer } from './collection-answers.ts'
import { answer, http } from '#http/client.ts'
import { DeltaOrPage, PageIds, type DeltaIds } from './list-answers.ts'

const COLLECTIONS = `${V2}/collections/`

type Paging = { page: number; page_size: number }

/** Only the ids of a page: its rows are in the mirror by then. */
export const collectionIds = (
  searchParams: Paging & { q?: string },
  options: Options = {},
): Promise<PageIds> => answer(http.get(COLLECTIONS, { searchParams, ...options }), PageIds, options)

/** A page of those that links can be put into, by name. */
export const regularCollectionIds = (
  searchParams: { page: number; page_size: number; q?: string },
  options: Options = {},
): Promise<PageIds> =>
  answer(http.get(`${COLLECTIONS}regular/`, { searchParams, ...options }), PageIds, options)

/** What changed after `since`; null from a server that knows no cursors. */
export const changedCollectionIds = (
  since: string,
  options: Options = {},
): Promise<DeltaIds | null> =>
  answer(http.get(COLLECTIONS, { searchParams: { since }, ...options }), DeltaOrPage, options)

export const getCollection = (uuid: string, options: Options = {}): Promise<Collection> =>
  answer(http.get(`${COLLECTIONS}${uuid}/`, options), OneCollectionAnswer, options)

type Kind = Collection['type']
type Keyed = Options & { key?: string }

/** With a `key`, the same body sent again makes no second collection. */
export const createCollection = (
  kind: Kind,
  json: NewCollection | NewSmartCollection,
  { key, ...options }: Keyed = {},
): Promise<Collection> =>
  answer(
    http.post(`${COLLECTIONS}${kind}/`, { json, ...keyed(key), ...options }),
    OneCollectionAnswer,
    options,
  )

export const editCollection = (
  { uuid, type }: Pick<Collection, 'uuid' | 'type'>,
  json: SmartCollectionEdit,
  options: Options = {},
): Promise<Collection> =>
  answer(
    http.patch(`${COLLECTIONS}${type}/${uuid}/`, { json, ...options }),
    OneCollectionAnswer,
    options,
  )

export async function deleteCollection(uuid: string, options: Options = {}): Promise<void> {
  await http.delete(`${COLLECTIONS}${uuid}/`, options)
}

/** An order, and the one that was seen when it was made. */
type Order = { uuids: string[]; base?: string[] }

/** The named ones change places among themselves. */
export const orderCollections = (json: Order, options: Options = {}) =>
  answer(http.patch(`${COLLECTIONS}order/`, { json, ...options }), CollectionPlaces, options)

const links = (uuid: string) => `${COLLECTIONS}${uuid}/links/`

/** A page of the links themselves, so that the mirror has each of them. */
export const collectionLinkIds = (
  uuid: string,
  searchParams: Paging,
  options: Options = {},
): Promise<PageIds> => answer(http.get(links(uuid), { searchParams, ...options }), PageIds, options)

/** At the end of a regular collection, in the order given. */
export const addCollectionLinks = (uuid: string, uuids: string[], options: Options = {}) =>
  change('post', uuid, { uuids }, options)

export const removeCollectionLinks = (uuid: string, uuids: string[], options: Options = {}) =>
  change('delete', uuid, { uuids }, options)

/** All of its links, in the wanted order. */
export const orderCollectionLinks = (uuid: string, order: Order, options: Options = {}) =>
  change('patch', uuid, order, options)

const change = (
  method: 'post' | 'delete' | 'patch',
  uuid: string,
  json: Order,
  options: Options,
): Promise<Collection> =>
  answer(http[method](links(uuid), { json, ...options }), OneCollectionAnswer, options)

const keyed = (key: string | undefined) => (key ? { headers: { [IDEMPOTENCY_HEADER]: key } } : {})
