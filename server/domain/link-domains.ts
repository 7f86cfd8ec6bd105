import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { LinkDomain } from '#contract/links.ts'
import { linkDomains } from '../db/schema.ts'
import type { Config } from '../config.ts'
import type { DbOrTx } from '../db/client.ts'

/** The installation's own short host, see db/schema.ts. */
export const MAIN_DOMAIN_ID = 1

/** Domains that a person may use: the installation's and their own. */
const usableBy = (userId: string) => or(isNull(linkDomains.userId), eq(linkDomains.userId, userId))

export async function listDomains(db: DbOrTx, userId: string, config: Config) {
  const rows = await db
    .select({ id: linkDomains.id, domain: linkDomains.domain })
    .from(linkDomains)
    .where(usableBy(userId))
    .orderBy(linkDomains.id)
  return { results: rows.map((row) => toLinkDomain(row, config)) }
}

export async function mayUseDomain(db: DbOrTx, userId: string, id: number): Promise<boolean> {
  const [row] = await db
    .select({ id: linkDomains.id })
    .from(linkDomains)
    .where(and(eq(linkDomains.id, id), usableBy(userId)))
  return row !== undefined
}

/** Everybody's custom domains: a link may not point at any of them. */
export async function customDomains(db: DbOrTx): Promise<string[]> {
  const rows = await db
    .select({ domain: linkDomains.domain })
    .from(linkDomains)
    .where(isNotNull(linkDomains.userId))
  return rows.map(({ domain }) => domain)
}

export function toLinkDomain(row: { id: number; domain: string }, config: Config): LinkDomain {
  const is_main = row.id === MAIN_DOMAIN_ID
  return { domain: is_main ? bare(config.shortLinkHost) : row.domain, id: row.id, is_main }
}

/** The short URL of a code. Custom domains are served like the main one, with or without TLS. */
export function shortUrl(row: { id: number; domain: string }, code: string, config: Config) {
  if (row.id === MAIN_DOMAIN_ID) return `${config.shortLinkHost}/${code}`
  return `${new URL(config.shortLinkHost).protocol}//${row.domain}/${code}`
}

const bare = (url: string) => url.replace(/^https?:\/\//, '')
