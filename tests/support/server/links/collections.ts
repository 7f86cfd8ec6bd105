import type { Collection, CollectionDelta, CollectionPage } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { ask, type Answer } from '../asking.ts'
import type { Person } from '../people.ts'
import type { TestServer } from '../test-app.ts'

export const COLLECTIONS = '/v2/my/collections/'
export const REGULAR = `${COLLECTIONS}regular/`
export const SMART = `${COLLECTIONS}smart/`

type Id = { uuid: string }
export const collectionPath = ({ uuid }: Id) => `${COLLECTIONS}${uuid}/`
export const membersPath = (collection: Id) => `${collectionPath(collection)}links/`

async function good<Body>(answer: Promise<Answer<Body>>): Promise<Body> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

export const addCollection = (person: Person, name: string, more: object = {}) =>
  good(ask<Collection>(person, 'POST', REGULAR, { name, ...more }))

/**
 * Rule that matches all links of the tests by their shops' domain. A rule without a condition is
 * rejected.
 */
export const EVERY_LINK = { domain: 'example' }

export const addSmart = (person: Person, name: string, rule: object, more: object = {}) =>
  good(ask<Collection>(person, 'POST', SMART, { name, rule, ...more }))

export const readCollection = (person: Person, collection: Id) =>
  good(ask<Collection>(person, 'GET', collectionPath(collection)))

export const editCollection = (person: Person, collection: Id, edit: object) =>
  ask<Collection>(person, 'PATCH', collectionPath(collection), edit)

export const listCollections = <List = CollectionPage>(
  person: Person,
  query = '',
  path = COLLECTIONS,
) => good(ask<List>(person, 'GET', `${path}${query}`))

export const changedCollections = (person: Person, since: string, query = '') =>
  listCollections<CollectionDelta>(person, `?since=${encodeURIComponent(since)}${query}`)

type LinksPage = { results: ShortLink[]; next: string | null; count: number }

export const listMembers = (person: Person, collection: Id, query = '') =>
  good(ask<LinksPage>(person, 'GET', `${membersPath(collection)}${query}`))

/** Changes the links of a collection: POST adds, DELETE removes, PATCH orders. */
export const changeMembers = (
  person: Person,
  method: 'POST' | 'DELETE' | 'PATCH',
  collection: Id,
  links: Id[],
) => ask<Collection>(person, method, membersPath(collection), { uuids: links.map((l) => l.uuid) })

export const ids = (items: Id[]) => items.map(({ uuid }) => uuid)
export const names = (items: { name: string }[]) => items.map(({ name }) => name)

/** Stores a link's preview as if its target page had been read, with or without a picture. */
export async function markPageRead(server: TestServer, link: Id, imageKey: string | null) {
  await server.deps.sql`
    update links set meta_progress = 100, image_key = ${imageKey} where id = ${link.uuid}`
}

/** Uploads a picture. */
export async function addPicture(server: TestServer, person: Person): Promise<number> {
  const [row] = await server.deps.sql<{ id: number }[]>`
    insert into uploads (user_id, kind, image_key, width, height)
    values (${person.uuid}, 'split_post', 'cover.webp', 800, 600) returning id`
  if (!row) throw new Error('no upload')
  return row.id
}
