import type { Options } from 'ky'
import {
  CollectionPositions,
  type Collection,
  type NewCollection,
  type NewSmartCollection,
  type SmartCollectionEdit,
} from '#contract/collections.ts'
import { IDEMPOTENCY_HEADER, V2 } from '#contract/app-constants.ts'
import { OneCollectionAnswer } from './collection-answers.ts'
import { parseAnswer, http } from '#http/client.ts'
import { DeltaOrPage, PageIds, type DeltaIds } from './list-answers.ts'

const COLLECTIONS = `${V2}/collections/`

type Paging = { page: number; page_size: number }

/** Returns only the ids of a page, because the rows are already in the local copy. */
export const collectionIds = (
  searchParams: Paging & { q?: string },
  options: Options = {},
): Promise<PageIds> =>
  parseAnswer(http.get(COLLECTIONS, { searchParams, ...options }), PageIds, options)

/**
 * Returns the ids of a page of regular collections, sorted by name. Links can be added to these.
 */
export const regularCollectionIds = (
  searchParams: { page: number; page_size: number; q?: string },
  options: Options = {},
): Promise<PageIds> =>
  parseAnswer(http.get(`${COLLECTIONS}regular/`, { searchParams, ...options }), PageIds, options)

/** Returns the changes after the cursor `since`, or null if the server does not support cursors. */
export const changedCollectionIds = (
  since: string,
  options: Options = {},
): Promise<DeltaIds | null> =>
  parseAnswer(http.get(COLLECTIONS, { searchParams: { since }, ...options }), DeltaOrPage, options)

export const getCollection = (uuid: string, options: Options = {}): Promise<Collection> =>
  parseAnswer(http.get(`${COLLECTIONS}${uuid}/`, options), OneCollectionAnswer, options)

type Kind = Collection['type']
type Keyed = Options & { key?: string }

/** Creates a collection. Requests with the same `key` create only one. */
export const createCollection = (
  kind: Kind,
  json: NewCollection | NewSmartCollection,
  { key, ...options }: Keyed = {},
): Promise<Collection> =>
  parseAnswer(
    http.post(`${COLLECTIONS}${kind}/`, { json, ...keyHeaders(key), ...options }),
    OneCollectionAnswer,
    options,
  )

export const editCollection = (
  { uuid, type }: Pick<Collection, 'uuid' | 'type'>,
  json: SmartCollectionEdit,
  options: Options = {},
): Promise<Collection> =>
  parseAnswer(
    http.patch(`${COLLECTIONS}${type}/${uuid}/`, { json, ...options }),
    OneCollectionAnswer,
    options,
  )

export async function deleteCollection(uuid: string, options: Options = {}): Promise<void> {
  await http.delete(`${COLLECTIONS}${uuid}/`, options)
}

/** New order, and the order that the user saw. */
type Order = { uuids: string[]; base?: string[] }

/** Changes the order of these collections. All others keep their positions. */
export const orderCollections = (json: Order, options: Options = {}) =>
  parseAnswer(
    http.patch(`${COLLECTIONS}order/`, { json, ...options }),
    CollectionPositions,
    options,
  )

const links = (uuid: string) => `${COLLECTIONS}${uuid}/links/`

/**
 * Returns the ids of a page of links. The answer contains the links, so they are stored in the
 * local copy.
 */
export const collectionLinkIds = (
  uuid: string,
  searchParams: Paging,
  options: Options = {},
): Promise<PageIds> =>
  parseAnswer(http.get(links(uuid), { searchParams, ...options }), PageIds, options)

/** Appends links to a regular collection, in the given order. */
export const addCollectionLinks = (uuid: string, uuids: string[], options: Options = {}) =>
  changeLinks('post', uuid, { uuids }, options)

export const removeCollectionLinks = (uuid: string, uuids: string[], options: Options = {}) =>
  changeLinks('delete', uuid, { uuids }, options)

/** Sets the order of all links in a collection. */
export const orderCollectionLinks = (uuid: string, order: Order, options: Options = {}) =>
  changeLinks('patch', uuid, order, options)

const changeLinks = (
  method: 'post' | 'delete' | 'patch',
  uuid: string,
  json: Order,
  options: Options,
): Promise<Collection> =>
  parseAnswer(http[method](links(uuid), { json, ...options }), OneCollectionAnswer, options)

const keyHeaders = (key: string | undefined) =>
  key ? { headers: { [IDEMPOTENCY_HEADER]: key } } : {}
