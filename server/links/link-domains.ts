import { eq } from 'drizzle-orm'
import type { LinkDomain } from '#contract/links.ts'
import { linkDomains } from '../db/schema.ts'
import type { Config } from '../config.ts'
import type { DbOrTx } from '../db/client.ts'

/** The installation's own short host, see db/schema.ts. */
export const MAIN_DOMAIN_ID = 1

/** Those that lead on: nobody can prove a domain to be theirs yet, so it is the installation's alone. */
export async function listDomains(db: DbOrTx, _userId: string, config: Config) {
  const rows = await db
    .select({ id: linkDomains.id, domain: linkDomains.domain })
    .from(linkDomains)
    .where(eq(linkDomains.id, MAIN_DOMAIN_ID))
  return { results: rows.map((row) => toLinkDomain(row, config)) }
}

/** Whether a link may be moved there. */
export const mayUseDomain = (id: number): boolean => id === MAIN_DOMAIN_ID

/** Custom domains that lead to short links: a link may not point at any of them. */
export async function customDomains(db: DbOrTx): Promise<string[]> {
  const rows = await db
    .select({ domain: linkDomains.domain })
    .from(linkDomains)
    .where(eq(linkDomains.status, 'verified'))
  return rows.map(({ domain }) => domain)
}

export function toLinkDomain(row: { id: number; domain: string }, config: Config): LinkDomain {
  const is_main = row.id === MAIN_DOMAIN_ID
  return { domain: is_main ? bare(config.shortLinkHost) : row.domain, id: row.id, is_main }
}

/** The short URL of a code. A link on a domain that leads nowhere by itself is served by the main one. */
export const shortUrl = (_row: { id: number; domain: string }, code: string, config: Config) =>
  `${config.shortLinkHost}/${code}`

const bare = (url: string) => url.replace(/^https?:\/\//, '')
