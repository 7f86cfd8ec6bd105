import { sql } from 'drizzle-orm'
import { fold } from '#contract/search/fold.ts'
import { links } from '../platform/db/schema.ts'
import type { LinkRow } from './link-rows.ts'

type Searched = Pick<LinkRow, 'name' | 'shortCode' | 'url' | 'tags'>

/** Returns the text of a link that a search covers, folded. */
export const searchTextOf = ({ name, shortCode, url, tags }: Searched) =>
  fold([name, shortCode, url, ...tags].join(' '))

/** Returns the new search text of an edited link, or nothing if it stays the same. */
export function searchTextChange(
  before: Searched & Pick<LinkRow, 'searchText'>,
  changes: Partial<LinkRow>,
): Partial<LinkRow> {
  const searchText = searchTextOf({ ...before, ...changes })
  return searchText === before.searchText ? {} : { searchText }
}

/** Search text in SQL. Rows that an older server has added are searched without case. */
export const searchText = sql`coalesce(${links.searchText}, lower(concat_ws(' ', ${links.name}, ${links.shortCode}, ${links.url}, array_to_string(${links.tags}, ' '))))`
