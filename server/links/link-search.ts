import { and, arrayContains, asc, desc, eq, or, sql, type SQL } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import type { LinkOrder, LinkPage, LinkSearch } from '#contract/links.ts'
import { searchWords } from '#contract/search/fold.ts'
import { latestChange } from '../platform/db/changes.ts'
import { holdsWord } from '../platform/db/folded.ts'
import { collectionLinks, collections, links } from '../platform/db/schema.ts'
import type { Deps } from '../env.ts'
import { toLink } from './links-presenter.ts'
import { lifetimeClicks } from './link-clicks.ts'
import { ownLinks, selectLinks } from './link-rows.ts'
import { endCursor, inEpoch, listName } from '../platform/lists/list-cursor.ts'

const FORMAT = 1

/** The shown and the hidden links are two lists, each with changes of its own. */
export const linkList = (userId: string, hidden: boolean) =>
  listName(FORMAT, hidden ? 'h' : 'v', userId)

/** Which links a list holds: hidden ones or the others, and of these what the filters leave. */
export type LinkFilter = { hidden: boolean; search: InferOutput<typeof LinkSearch> }

export async function searchLinks(
  deps: Deps,
  userId: string,
  { hidden, search }: LinkFilter,
): Promise<LinkPage> {
  await deps.clicks.settle()
  // Read before the rows, so that a change in between is told again and never missed.
  const { seq, epoch } = await latestChange(deps.db, userId)
  const where = ownLinks(userId, isListed(userId, { hidden, search }))
  const [count, rows] = await Promise.all([
    deps.db.$count(links, where),
    selectLinks(deps.db)
      .where(where)
      .orderBy(...inOrder(search.ordering))
      .limit(search.page_size)
      .offset((search.page - 1) * search.page_size),
  ])
  return {
    results: rows.map((row) => toLink(row, deps.config)),
    next: count > search.page * search.page_size ? nextPage(hidden, search) : null,
    count,
    cursor: endCursor(inEpoch(linkList(userId, hidden), epoch), seq),
  }
}

/** `nulls last` as in the index, else PostgreSQL sorts what it could read in order. */
const NEWEST = [sql`${links.createdAt} desc nulls last`, desc(links.id)]

const ORDERINGS: Record<LinkOrder, SQL[]> = {
  '-created': [],
  // By code points, whatever the language of the database: devices order them so.
  name: [asc(sql`lower(${links.name}) collate "C"`)],
  '-lifetime_clicks': [desc(lifetimeClicks)],
  '-lifetime_commissions': [desc(links.commissionCents)],
}

/** Equal ones newest first, as in the copies of devices; by the id, no two pages show the same link. */
export const inOrder = (ordering: LinkOrder): SQL[] => [...ORDERINGS[ordering], ...NEWEST]

/** The body is sent again to this address; its page numbers win over the body's. */
function nextPage(hidden: boolean, { page, page_size }: LinkFilter['search']): string {
  const query = new URLSearchParams({
    ...(hidden && { is_hidden: 'true' }),
    page: String(page + 1),
    page_size: String(page_size),
  })
  return `/v2/my/links/search/?${query.toString()}`
}

export function isListed(userId: string, { hidden, search }: LinkFilter): SQL {
  const conditions = [
    eq(links.isHidden, hidden),
    ...searchWords(search.q).map((word) => holds(userId, word)),
    search.tags.length > 0 ? arrayContains(links.tags, search.tags) : undefined,
    search.domain === ''
      ? undefined
      : eq(links.host, search.domain.toLowerCase().replace(/^www\./, '')),
    inAllOf(userId, search.regular_collection_names),
  ].filter((condition) => condition !== undefined)
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` and `,
  )
}

/** Text of a link that a search looks through. */
const searchedText = sql`concat_ws(' ', ${links.name}, ${links.shortCode}, ${links.url}, array_to_string(${links.tags}, ' '))`

/** Returns whether a word of a search is in a link's text, or in the name of a collection that has it. */
const holds = (userId: string, word: string) =>
  or(holdsWord(searchedText, word), inCollections(userId, holdsWord(collections.name, word)))

/**
 * One question for any number of names: with one for each, planning alone grows with their cube. No
 * two collections of a person have one name, so those found are counted.
 */
function inAllOf(userId: string, names: string[]): SQL | undefined {
  if (names.length === 0) return undefined
  const wanted = sql`array(select distinct lower(value)
    from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`
  return sql`${links.id} in (
    ${linksInCollections(userId, sql`lower(${collections.name}) = any(${wanted})`)}
    group by ${collectionLinks.linkId} having count(*) = cardinality(${wanted}))`
}

/** Depends on no row of `links`, so it is worked out once and not for every link. */
const inCollections = (userId: string, named: SQL) =>
  sql`${links.id} in (${linksInCollections(userId, named)})`

const linksInCollections = (userId: string, named: SQL) =>
  sql`select ${collectionLinks.linkId} from ${collectionLinks}
    join ${collections} on ${eq(collections.id, collectionLinks.collectionId)}
    where ${and(eq(collections.userId, userId), named)}`
