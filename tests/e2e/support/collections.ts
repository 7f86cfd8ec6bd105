import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { V2 } from '#contract/app-constants.ts'
import type { Person } from './test.ts'

/** Creates a collection through the API with these links in this order. */
export async function addCollection(
  person: Person,
  name: string,
  links: ShortLink[] = [],
): Promise<Collection> {
  const made = await person.send('POST', `${V2}/collections/regular/`, { name })
  const collection = (await made.json()) as Collection
  const uuids = links.map(({ uuid }) => uuid)
  if (uuids.length > 0)
    await person.send('POST', `${V2}/collections/${collection.uuid}/links/`, { uuids })
  return collection
}
