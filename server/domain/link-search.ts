import { arrayContains, asc, desc, eq, ilike, or, sql, type SQL } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import type { LinkOrder, LinkPage, LinkSearch } from '#contract/links.ts'
import { latestChange } from '../db/changes.ts'
import { links } from '../db/schema.ts'
import type { Deps } from '../env.ts'
import { toLink } from '../presenters/links.ts'
import { endCursor } from './link-cursor.ts'
import { ownLinks, selectLinks } from './link-rows.ts'

/** Which links a list holds: hidden ones or the others, and of these what the filters leave. */
export type LinkFilter = { hidden: boolean; search: InferOutput<typeof LinkSearch> }

export async function searchLinks(
  deps: Deps,
  userId: string,
  { hidden, search }: LinkFilter,
): Promise<LinkPage> {
  await deps.clicks.settle()
  // Read before the rows, so that a change in between is told again and never missed.
  const seq = await latestChange(deps.db, userId)
  const where = ownLinks(userId, isListed({ hidden, search }))
  const [count, rows] = await Promise.all([
    deps.db.$count(links, where),
    selectLinks(deps.db)
      .where(where)
      .orderBy(...ORDERINGS[search.ordering], links.id)
      .limit(search.page_size)
      .offset((search.page - 1) * search.page_size),
  ])
  return {
    results: rows.map((row) => toLink(row, deps.config)),
    next: count > search.page * search.page_size ? nextPage(hidden, search) : null,
    count,
    cursor: endCursor(userId, hidden, seq),
  }
}

const ORDERINGS: Record<LinkOrder, SQL[]> = {
  // `nulls last` as in the index, else PostgreSQL sorts what it could read in order.
  '-created': [sql`${links.createdAt} desc nulls last`],
  name: [asc(sql`lower(${links.name})`)],
  '-lifetime_clicks': [desc(sql`${links.clicksHuman} + ${links.clicksUnique}`)],
  '-lifetime_commissions': [desc(links.commissionCents)],
}

/** The body is sent again to this address; its page numbers win over the body's. */
function nextPage(hidden: boolean, { page, page_size }: LinkFilter['search']): string {
  const query = new URLSearchParams({
    ...(hidden && { is_hidden: 'true' }),
    page: String(page + 1),
    page_size: String(page_size),
  })
  return `/v2/my/links/search/?${query.toString()}`
}

export function isListed({ hidden, search }: LinkFilter): SQL {
  const conditions = [
    eq(links.isHidden, hidden),
    ...search.q.split(/\s+/).filter(Boolean).map(holds),
    search.tags.length > 0 ? arrayContains(links.tags, search.tags) : undefined,
    search.domain === ''
      ? undefined
      : eq(links.host, search.domain.toLowerCase().replace(/^www\./, '')),
    // There are no collections yet, so no link is in any.
    search.regular_collection_names.length > 0 ? sql`false` : undefined,
  ].filter((condition) => condition !== undefined)
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` and `,
  )
}

/** Every word must be somewhere in what a person remembers of a link. */
function holds(word: string) {
  const pattern = containing(word)
  return or(
    ilike(links.name, pattern),
    ilike(links.url, pattern),
    ilike(links.shortCode, pattern),
    sql`array_to_string(${links.tags}, ' ') ilike ${pattern}`,
  )
}

/** The word itself, though it hold `%`, `_` or a backslash. */
export const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`
