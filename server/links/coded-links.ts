import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { DbOrTx } from '../platform/db/client.ts'
import { formerCodes, links } from '../platform/db/schema.ts'
import { readName } from './link-key.ts'
import type { LinkRow } from './link-rows.ts'

/**
 * Returns the link with this code on the site's short host; an exact code comes first. Codes from
 * before a rename work as well. The caller can be a visitor or the operator, so the link's owner is
 * not checked.
 */
export async function linkByCode(db: DbOrTx, name: string): Promise<LinkRow | undefined> {
  const parsed = readName(name)
  if (!parsed) return undefined
  const { domainId } = parsed
  const exact = parsed.code.normalize()
  const code = exact.toLowerCase()
  const [link] = await db
    .select()
    .from(links)
    .where(
      and(
        eq(links.domainId, domainId),
        sql`lower(${links.shortCode}) = lower(${exact})`,
        sql`(not ${links.exactCode} or ${links.shortCode} = ${exact})`,
      ),
    )
    .orderBy(desc(links.exactCode))
  if (link) return link
  const [former] = await db
    .select({ link: links })
    .from(formerCodes)
    .innerJoin(links, eq(links.id, formerCodes.linkId))
    .where(
      and(
        eq(formerCodes.domainId, domainId),
        eq(formerCodes.code, code),
        inArray(formerCodes.exactCode, ['', exact]),
      ),
    )
    .orderBy(desc(formerCodes.exactCode))
  return former?.link
}
