import { and, arrayContains, asc, desc, eq, or, sql, type SQL } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import type { LinkPage, LinkSearch } from '#contract/links/link-lists.ts'
import type { LinkOrder } from '#contract/search/link-order.ts'
import { fold, searchWords } from '#contract/search/fold.ts'
import { withoutFinalDot } from '#contract/text/hosts.ts'
import { latestChange } from '../platform/db/changes.ts'
import { containsWord } from '../platform/db/text-search.ts'
import { collectionLinks, collections, links } from '../platform/db/schema.ts'
import type { Deps } from '../env.ts'
import { toLink } from './links-presenter.ts'
import { lifetimeClicks } from './link-clicks.ts'
import { searchName } from './collections/collection-rows.ts'
import { ownLinks, selectLinks } from './link-rows.ts'
import { searchText } from './search-text.ts'
import { endCursor, inEpoch, listName } from '../platform/lists/list-cursor.ts'

const FORMAT = 1

/** Returns the name of a list. Visible and hidden links are two lists with separate changes. */
export const linkList = (userId: string, hidden: boolean) =>
  listName(FORMAT, hidden ? 'h' : 'v', userId)

/** Filter of a list: visible or hidden links, and the search. */
export type LinkFilter = { hidden: boolean; search: InferOutput<typeof LinkSearch> }

export async function searchLinks(
  deps: Deps,
  userId: string,
  { hidden, search }: LinkFilter,
): Promise<LinkPage> {
  await deps.clicks.settle()
  // Read before the rows: a change in between is then reported twice rather than missed.
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

/** `nulls last` as in the index. Otherwise PostgreSQL sorts instead of reading in index order. */
const NEWEST = [sql`${links.createdAt} desc nulls last`, desc(links.id)]

const ORDERINGS: Record<LinkOrder, SQL[]> = {
  '-created': [],
  // Sorted by code points regardless of the database locale, like on devices.
  name: [asc(sql`lower(${links.name}) collate "C"`)],
  '-lifetime_clicks': [desc(lifetimeClicks)],
  '-lifetime_commissions': [desc(links.commissionCents)],
}

/**
 * Returns the sort order. Equal values are sorted by time and id, so that pages do not overlap and
 * the order is the same as on devices.
 */
export const inOrder = (ordering: LinkOrder): SQL[] => [...ORDERINGS[ordering], ...NEWEST]

/**
 * Returns the URL of the next page. The client sends the same body again; page numbers in the URL
 * take precedence.
 */
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
    ...searchWords(search.q).map((word) => matchesWord(userId, word)),
    search.tags.length > 0 ? arrayContains(links.tags, search.tags) : undefined,
    search.domain === ''
      ? undefined
      : eq(links.host, withoutFinalDot(search.domain.toLowerCase()).replace(/^www\./, '')),
    inAllOf(userId, search.regular_collection_names),
  ].filter((condition) => condition !== undefined)
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` and `,
  )
}

/** Matches a search word in a link's text or in the name of a collection that contains the link. */
const matchesWord = (userId: string, word: string) =>
  or(containsWord(searchText, word), inCollections(userId, containsWord(searchName, word)))

/**
 * Matches links that are in all of these collections. Uses a single query, because with one
 * subquery per name the planning time grows with the cube of their number. Names that fold alike
 * count once.
 */
function inAllOf(userId: string, names: string[]): SQL | undefined {
  if (names.length === 0) return undefined
  const folded = [...new Set(names.map(fold))]
  return sql`${links.id} in (
    ${linksInCollections(userId, sql`${searchName} = any(${sql.param(folded)}::text[])`)}
    group by ${collectionLinks.linkId} having count(distinct ${searchName}) = ${folded.length})`
}

/**
 * Matches links in collections. The subquery does not depend on the link, so PostgreSQL runs it
 * once.
 */
const inCollections = (userId: string, named: SQL) =>
  sql`${links.id} in (${linksInCollections(userId, named)})`

const linksInCollections = (userId: string, named: SQL) =>
  sql`select ${collectionLinks.linkId} from ${collectionLinks}
    join ${collections} on ${eq(collections.id, collectionLinks.collectionId)}
    where ${and(eq(collections.userId, userId), named)}`
