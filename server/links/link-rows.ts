import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import {
  brands,
  collectionLinks,
  collections,
  linkDomains,
  linkHealth,
  links,
  uploads,
} from '../platform/db/schema.ts'
import type { DbOrTx } from '../platform/db/client.ts'
import { domainIsActive } from './link-domains.ts'
import { latestOfLink, lifetimeClicks, ownClicks, recentClicks } from './link-clicks.ts'

export type LinkRow = typeof links.$inferSelect
/** A link with what its answer needs of other tables. */
export type FullLink = {
  link: LinkRow
  clicks: number
  ownClicks: number
  recentClicks: Record<string, number> | null
  domain: string
  /** Whether its domain is somebody's own, and leads on. */
  domainIsActive: boolean
  basisPoints: number | null
  /** Of the creator's own picture. */
  ownImageKey: string | null
  /** Of the regular collections it stands in, by name. */
  collectionNames: string[]
  /** How its page was last found; null before the first visit. */
  health: Pick<typeof linkHealth.$inferSelect, 'url' | 'problem' | 'dismissed' | 'checkedAt'> | null
}

/** The one place that says whose links a signed-in call may see or touch. */
export const ownLinks = (userId: string, ...further: (SQL | undefined)[]) =>
  and(eq(links.userId, userId), ...further)

/** One link of theirs; an id that is none, or another's, is a 404 (api.md section 0). */
export function ownLink(userId: string, id: string) {
  if (!v.is(Uuid, id)) throw new HTTPException(404)
  return ownLinks(userId, eq(links.id, id))
}

/** Worked out for the rows of a page alone, each by an index. */
const collectionNames = sql<string[]>`array(
  select ${collections.name} from ${collectionLinks}
  join ${collections} on ${eq(collections.id, collectionLinks.collectionId)}
  where ${eq(collectionLinks.linkId, links.id)} order by lower(${collections.name}))`

const fullLink = {
  link: links,
  clicks: lifetimeClicks,
  ownClicks,
  recentClicks,
  latestChange: latestOfLink,
  domain: linkDomains.domain,
  domainIsActive,
  basisPoints: brands.commissionBasisPoints,
  ownImageKey: uploads.imageKey,
  collectionNames,
  health: {
    url: linkHealth.url,
    problem: linkHealth.problem,
    dismissed: linkHealth.dismissed,
    checkedAt: linkHealth.checkedAt,
  },
}

/** Links with what their answers need, and on request whether they meet a condition. */
export const selectLinks = (db: DbOrTx, isListed: SQL = sql`true`) =>
  db
    .select({ ...fullLink, isListed: sql<boolean>`${isListed}` })
    .from(links)
    .innerJoin(linkDomains, eq(linkDomains.id, links.domainId))
    .leftJoin(brands, and(eq(brands.id, links.brandId), isNull(brands.archivedAt)))
    .leftJoin(uploads, eq(uploads.id, links.customImageUploadId))
    .leftJoin(linkHealth, eq(linkHealth.linkId, links.id))

export async function readLink(db: DbOrTx, userId: string, id: string): Promise<FullLink> {
  const [row] = await selectLinks(db).where(ownLink(userId, id))
  if (!row) throw new HTTPException(404)
  return row
}
