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
  linkPlaces,
  links,
  uploads,
} from '../platform/db/schema.ts'
import type { DbOrTx } from '../platform/db/client.ts'
import { addsAmazonTag } from './amazon-tag.ts'
import { linkCodes } from './brands/link-codes.ts'
import { domainIsActive } from './link-domains.ts'
import { latestOfLink, lifetimeClicks, ownClicks, recentClicks } from './link-clicks.ts'

export type LinkRow = typeof links.$inferSelect
/** Link with the data of other tables that its answer needs. */
export type FullLink = {
  link: LinkRow
  clicks: number
  ownClicks: number
  recentClicks: Record<string, number> | null
  domain: string
  /** The domain belongs to a user and is active. */
  domainIsActive: boolean
  basisPoints: number | null
  /** Key of the creator's own picture. */
  ownImageKey: string | null
  /** Names of the link's regular collections, sorted. */
  collectionNames: string[]
  /** The owner's discount codes at the link's brand, newest first. */
  codes: string[]
  /** Whether redirects to Amazon add the owner's tracking id. */
  addsTag: boolean
  /** Number of openings of a link with a limit; null before the first one. */
  placesUsed: number | null
  /** Result of the last visit to the page; null before the first one. */
  health: Pick<typeof linkHealth.$inferSelect, 'url' | 'problem' | 'dismissed' | 'checkedAt'> | null
}

/**
 * Selects the links of a user. Every query for a signed-in call uses it, so a call can only see or
 * change links of its own user.
 */
export const ownLinks = (userId: string, ...further: (SQL | undefined)[]) =>
  and(eq(links.userId, userId), ...further)

/** Selects one link of a user. An invalid id is a 404. */
export function ownLink(userId: string, id: string) {
  if (!v.is(Uuid, id)) throw new HTTPException(404)
  return ownLinks(userId, eq(links.id, id))
}

/** Calculated only for the rows of a page, each with an index. */
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
  codes: linkCodes,
  addsTag: addsAmazonTag,
  placesUsed: linkPlaces.used,
  health: {
    url: linkHealth.url,
    problem: linkHealth.problem,
    dismissed: linkHealth.dismissed,
    checkedAt: linkHealth.checkedAt,
  },
}

/** Selects links with the data that their answers need, and whether they match a condition. */
export const selectLinks = (db: DbOrTx, isListed: SQL = sql`true`) =>
  db
    .select({ ...fullLink, isListed: sql<boolean>`${isListed}` })
    .from(links)
    .innerJoin(linkDomains, eq(linkDomains.id, links.domainId))
    .leftJoin(brands, and(eq(brands.id, links.brandId), isNull(brands.archivedAt)))
    .leftJoin(uploads, eq(uploads.id, links.customImageUploadId))
    .leftJoin(linkPlaces, eq(linkPlaces.linkId, links.id))
    .leftJoin(linkHealth, eq(linkHealth.linkId, links.id))

export async function readLink(db: DbOrTx, userId: string, id: string): Promise<FullLink> {
  const [row] = await selectLinks(db).where(ownLink(userId, id))
  if (!row) throw new HTTPException(404)
  return row
}
