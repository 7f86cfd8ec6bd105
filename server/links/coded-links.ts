import { and, eq, ne, sql } from 'drizzle-orm'
import type { DbOrTx } from '../db/client.ts'
import { formerCodes, linkDomains, links } from '../db/schema.ts'
import { OWN_DOMAIN } from '../redirect/link-key.ts'
import type { LinkRow } from './link-rows.ts'

/**
 * The link that a code of this site leads to, today's or one from before a rename. It is asked for
 * by strangers and by the operator, so it is nobody's in particular.
 */
export async function linkByCode(db: DbOrTx, code: string): Promise<LinkRow | undefined> {
  const wanted = code.toLowerCase()
  const [link] = await db
    .select()
    .from(links)
    .where(and(eq(links.domainId, OWN_DOMAIN), eq(sql`lower(${links.shortCode})`, wanted)))
  if (link) return link
  const [former] = await db
    .select({ link: links })
    .from(formerCodes)
    .innerJoin(links, eq(links.id, formerCodes.linkId))
    .where(and(eq(formerCodes.domainId, OWN_DOMAIN), eq(formerCodes.code, wanted)))
  if (former) return former.link
  const [other] = await db
    .select({ link: links })
    .from(linkDomains)
    .innerJoin(links, eq(links.domainId, linkDomains.id))
    .where(and(ne(linkDomains.id, OWN_DOMAIN), eq(sql`lower(${links.shortCode})`, wanted)))
    .limit(1)
  return other?.link
}
