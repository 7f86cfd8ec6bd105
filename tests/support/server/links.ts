import { brands, links, stores } from '../../../server/platform/db/schema.ts'
import type { LinkDelta, LinkPage } from '#contract/links/link-lists.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import type { Person } from './people.ts'
import type { TestServer } from './test-app.ts'

export const LINKS = '/v2/my/links/'
export const linkPath = (link: { uuid: string }) => `${LINKS}${link.uuid}/`

/** Body of an answer to a request that makes a link. */
export type Made = { result: ShortLink }

export async function addLink(
  person: Person,
  url = 'https://shop.example/lamp',
): Promise<ShortLink> {
  const response = await person.send('POST', LINKS, { url })
  if (response.status !== 201) throw new Error(`not created: ${await response.text()}`)
  return ((await response.json()) as Made).result
}

export async function readLink(person: Person, link: { uuid: string }): Promise<ShortLink> {
  return (await (await person.send('GET', linkPath(link))).json()) as ShortLink
}

export async function editLink(person: Person, link: { uuid: string }, edit: object) {
  const response = await person.send('PATCH', linkPath(link), edit)
  return { status: response.status, body: (await response.json()) as ShortLink & Refusal }
}

export type Refusal = { errors: Record<string, string[]> }

export async function search(person: Person, body: object = {}, query = ''): Promise<LinkPage> {
  const response = await person.send('POST', `${LINKS}search/${query}`, body)
  if (response.status !== 200) throw new Error(`no list: ${await response.text()}`)
  return (await response.json()) as LinkPage
}

export async function changes(person: Person, since: string, query = ''): Promise<LinkDelta> {
  const response = await person.send('POST', `${LINKS}search/${query}`, { since })
  return (await response.json()) as LinkDelta
}

/** Stores many links at once, named and numbered from 0. The fields of a row can be changed. */
export async function storeLinks(
  { deps }: TestServer,
  { uuid: userId }: Person,
  count: number,
  fieldsOf: (index: number) => Partial<typeof links.$inferInsert> = () => ({}),
) {
  const rows = Array.from({ length: count }, (_, i) => ({
    userId,
    shortCode: `${userId.slice(0, 8)}-${i}`,
    name: `${i}`,
    url: 'https://a.example/',
    host: 'a.example',
    ...fieldsOf(i),
  }))
  return deps.db.insert(links).values(rows).returning()
}

/** Adds clicks directly to the counters. The redirect has its own tests. */
export async function countClicks(server: TestServer, link: { uuid: string }, clicks: number) {
  await server.deps.sql`
    insert into link_clicks (link_id, user_id, "unique")
    select id, user_id, ${clicks} from links where id = ${link.uuid}
    on conflict (link_id) do update set "unique" = excluded."unique"`
}

/** Creates a brand of the network with one store. */
export async function addBrand(server: TestServer, host: string, commissionBasisPoints = 750) {
  const [brand] = await server.deps.db
    .insert(brands)
    .values({ name: host, commissionBasisPoints })
    .returning()
  if (!brand) throw new Error('no brand')
  await server.deps.db.insert(stores).values({ host, brandId: brand.id })
  return brand
}
