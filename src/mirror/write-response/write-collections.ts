import * as v from 'valibot'
import { OneCollectionAnswer, readCollections } from '#api/collection-answers.ts'
import { SearchAnswer } from '#api/link-answers.ts'
import { CollectionPositions } from '#contract/collections.ts'
import { V2 } from '#contract/app-constants.ts'
import { saveLinks } from './write-links.ts'
import { idFromUrl, pathPattern, type MirrorRequest, type Route } from './response-routes.ts'
import type { MirrorStorage } from '../store/storage.ts'

const ALL = pathPattern(V2, '/collections')
const KIND = pathPattern(V2, '/collections/(?:regular|smart)')
const ONE = pathPattern(V2, '/collections/(?:(?:regular|smart)/)?:uuid')
const ORDER = pathPattern(V2, '/collections/order')
const LINKS = pathPattern(V2, '/collections/(?:(?:regular|smart)/)?:uuid/links')

/** Handles a 404 answer, which means that the collection was deleted elsewhere. */
const gone = removeCollection

export const collectionRoutes: Route[] = [
  { method: 'GET', path: ALL, write: savePage },
  { method: 'GET', path: KIND, write: savePage },
  { method: 'POST', path: KIND, write: saveCollection },
  { method: 'PATCH', path: ORDER, write: savePlaces },
  { method: 'GET', path: ONE, write: saveCollection, gone },
  { method: 'PATCH', path: ONE, write: saveCollection, gone },
  { method: 'PUT', path: ONE, write: saveCollection, gone },
  { method: 'DELETE', path: ONE, write: forgetCollection, gone },
  { method: 'GET', path: LINKS, write: saveLinksOf, gone },
  { method: 'POST', path: LINKS, write: saveCollection, gone },
  { method: 'PATCH', path: LINKS, write: saveCollection, gone },
  { method: 'DELETE', path: LINKS, write: saveCollection, gone },
]

/** Stores a page, or with `removed` a delta. */
async function savePage(storage: MirrorStorage, body: unknown) {
  const { results, removed } = v.parse(SearchAnswer, body)
  await storage.saveCollections(readCollections(results))
  await storage.remove(removed, 'collections')
}

async function saveCollection(storage: MirrorStorage, body: unknown) {
  await storage.saveCollections([v.parse(OneCollectionAnswer, body)])
}

/** Updates the positions of stored collections. Others arrive with their positions. */
async function savePlaces(storage: MirrorStorage, body: unknown) {
  const places = v.parse(CollectionPositions, body).results
  const rows = await storage.collectionRows(places.map(({ uuid }) => uuid))
  await storage.saveCollections(
    places.flatMap(({ position }, i) => (rows[i] ? [{ ...rows[i], position }] : [])),
  )
}

async function saveLinksOf(storage: MirrorStorage, body: unknown) {
  await saveLinks(storage, body)
}

async function forgetCollection(storage: MirrorStorage, _body: unknown, request: MirrorRequest) {
  await removeCollection(storage, request)
}

async function removeCollection(storage: MirrorStorage, request: MirrorRequest) {
  await storage.remove([idFromUrl(request)], 'collections')
}
