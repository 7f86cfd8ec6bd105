import { sql } from 'drizzle-orm'
import type { LinkDelta } from '#contract/links/link-lists.ts'
import type { DbOrTx } from '../platform/db/client.ts'
import { links } from '../platform/db/schema.ts'
import type { Deps } from '../env.ts'
import { toLink } from './links-presenter.ts'
import type { ListCursor } from '../platform/lists/list-cursor.ts'
import { changesSince } from '../platform/lists/list-delta.ts'
import { changedSince } from './link-clicks.ts'
import { ownLinks, selectLinks } from './link-rows.ts'
import { isListed, linkList, type LinkFilter } from './link-search.ts'

/** Returns the links of a list that changed since a cursor. */
export async function changedLinks(
  deps: Deps,
  userId: string,
  filter: LinkFilter,
  since: string,
): Promise<LinkDelta> {
  await deps.clicks.settle()
  const { rows, ...rest } = await changesSince(deps.db, userId, since, {
    list: linkList(userId, filter.hidden),
    pageSize: filter.search.page_size,
    after: (cursor, limit) => changesAfter(deps.db, userId, filter, cursor, limit),
    placeOf: ({ link, latestChange }) => ({ seq: latestChange, id: link.id }),
  })
  return {
    results: rows.filter((row) => row.isListed).map((row) => toLink(row, deps.config)),
    removed: rows.filter((row) => !row.isListed).map((row) => row.link.id),
    ...rest,
  }
}

function changesAfter(
  db: DbOrTx,
  userId: string,
  filter: LinkFilter,
  { seq, id }: ListCursor,
  limit: number,
) {
  return selectLinks(db, isListed(userId, filter))
    .innerJoin(sql`${changedSince(userId, seq)} as changed`, sql`changed.id = ${links.id}`)
    .where(ownLinks(userId, sql`(changed.seq, changed.id) > (${seq}, ${id}::uuid)`))
    .orderBy(sql`changed.seq, changed.id`)
    .limit(limit)
}
