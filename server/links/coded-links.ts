import { and, eq, sql } from 'drizzle-orm'
import type { DbOrTx } from '../platform/db/client.ts'
import { formerCodes, links } from '../platform/db/schema.ts'
import { readName } from './link-key.ts'
import type { LinkRow } from './link-rows.ts'

/**
 * The link that a name below this site's short host leads to, today's or one from before a rename.
 * It is asked for by strangers and by the operator, so it is nobody's in particular.
 */
export async function linkByCode(db: DbOrTx, name: string): Promise<LinkRow | undefined> {
  const named = readName(name)
  if (!named) return undefined
  const { domainId } = named
  const wanted = named.code.toLowerCase()
  const [link] = await db
    .select()
    .from(links)
    .where(and(eq(links.domainId, domainId), eq(sql`lower(${links.shortCode})`, wanted)))
  if (link) return link
  const [former] = await db
    .select({ link: links })
    .from(formerCodes)
    .innerJoin(links, eq(links.id, formerCodes.linkId))
    .where(and(eq(formerCodes.domainId, domainId), eq(formerCodes.code, wanted)))
  return former?.link
}
