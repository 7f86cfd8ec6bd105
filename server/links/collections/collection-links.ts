import { eq, sql } from 'drizzle-orm'
import type { SmartRule } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { collectionLinks, links } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { toLink } from '../links-presenter.ts'
import { ruleCondition } from './collection-rule.ts'
import { findCollection, type CollectionKind } from './collection-rows.ts'
import type { Paging } from './collection-search.ts'
import { ownLinks, selectLinks, type FullLink } from '../link-rows.ts'
import { inOrder } from '../link-search.ts'

type FoundLinks = { rows: FullLink[]; count: number }

/** Returns a page of the links of a collection, in the creator's order or that of its rule. */
export async function listCollectionLinks(
  deps: Deps,
  userId: string,
  { id, kind }: { id: string; kind: CollectionKind | undefined },
  paging: Paging,
): Promise<{ results: ShortLink[]; count: number }> {
  await deps.clicks.settle()
  const { rule, id: collectionId } = await findCollection(deps.db, userId, id, kind)
  const { rows, count } = rule
    ? await byRule(deps.db, userId, rule, paging)
    : await byPosition(deps.db, userId, collectionId, paging)
  return { results: rows.map((row) => toLink(row, deps.config)), count }
}

async function byRule(
  db: DbOrTx,
  userId: string,
  rule: SmartRule,
  { page, page_size }: Paging,
): Promise<FoundLinks> {
  const where = ruleCondition(userId, rule)
  const offset = (page - 1) * page_size
  const [count, rows] = await Promise.all([
    db.$count(links, where),
    selectLinks(db)
      .where(where)
      .orderBy(...inOrder(rule.ordering))
      .limit(Math.max(0, Math.min(page_size, rule.limit - offset)))
      .offset(offset),
  ])
  return { rows, count: Math.min(count, rule.limit) }
}

async function byPosition(
  db: DbOrTx,
  userId: string,
  collectionId: string,
  { page, page_size }: Paging,
): Promise<FoundLinks> {
  const isShown = ownLinks(
    userId,
    eq(collectionLinks.collectionId, collectionId),
    eq(links.isHidden, false),
  )
  const [[counted], rows] = await Promise.all([
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(links)
      .innerJoin(collectionLinks, eq(collectionLinks.linkId, links.id))
      .where(isShown),
    selectLinks(db)
      .innerJoin(collectionLinks, eq(collectionLinks.linkId, links.id))
      .where(isShown)
      .orderBy(collectionLinks.position, links.id)
      .limit(page_size)
      .offset((page - 1) * page_size),
  ])
  return { rows, count: counted?.count ?? 0 }
}
