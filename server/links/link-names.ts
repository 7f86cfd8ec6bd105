import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import type { Config } from '../platform/config/config.ts'
import type { DbOrTx } from '../platform/db/client.ts'
import { linkDomains, links } from '../platform/db/schema.ts'
import { linkByCode } from './coded-links.ts'
import { domainIsActive, shortUrl } from './link-domains.ts'
import { decodedPath, OWN_DOMAIN, type LinkPlace } from './link-key.ts'
import type { LinkRow } from './link-rows.ts'

type Place = Pick<LinkPlace, 'domainId' | 'shortCode'>

/**
 * Returns the name of a link for operators: `lamp`, or `lamp~12` on domain 12. The name can be used
 * in a URL on the main host and as an argument of a shell command, because all characters that have
 * a meaning there are encoded. A code in the form of a link's id gets a domain, because `findLink`
 * would read it as an id.
 */
export function linkName({ domainId, shortCode }: Place): string {
  if (domainId === OWN_DOMAIN && !v.is(Uuid, shortCode)) return shortCode
  const encoded = encodeURIComponent(shortCode).replaceAll(
    /^-|[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `${encoded}~${domainId}`
}

/**
 * Returns the link with this id or name. The caller can be a visitor or the operator, so the link's
 * owner is not checked.
 */
export async function findLink(db: DbOrTx, name: string): Promise<LinkRow | undefined> {
  if (!v.is(Uuid, name)) return linkByCode(db, decodedPath(name))
  const [link] = await db.select().from(links).where(eq(links.id, name))
  return link
}

/** Returns the short URL of a link, or undefined if it is deleted. */
export async function shortUrlOf(
  db: DbOrTx,
  linkId: string,
  config: Config,
): Promise<string | undefined> {
  const [row] = await db
    .select({
      home: { id: linkDomains.id, domain: linkDomains.domain, isActive: domainIsActive },
      code: links.shortCode,
    })
    .from(links)
    .innerJoin(linkDomains, eq(linkDomains.id, links.domainId))
    .where(eq(links.id, linkId))
  return row && shortUrl(row.home, row.code, config)
}
