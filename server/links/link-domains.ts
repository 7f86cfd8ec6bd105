import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { LinkDomain } from '#contract/links.ts'
import { linkDomains } from '../db/schema.ts'
import type { Config } from '../config.ts'
import type { DbOrTx } from '../db/client.ts'
import { nameBelowMain } from '../redirect/link-key.ts'

/** The installation's own short host, see db/schema.ts. */
export const MAIN_DOMAIN_ID = 1

/** A domain as links need it; `isActive`: short links below it lead on. */
export type LinkHome = { id: number; domain: string; isActive: boolean }

/** Proven, and it answers. */
const active = and(eq(linkDomains.status, 'verified'), isNotNull(linkDomains.servedAt))
export const domainIsActive = sql<boolean>`(${active})`

const ownActive = (userId: string) => and(eq(linkDomains.userId, userId), active)

/** Those that lead on: the installation's, then this person's own. */
export async function listDomains(db: DbOrTx, userId: string, config: Config) {
  const columns = { id: linkDomains.id, domain: linkDomains.domain }
  const own = await db
    .select(columns)
    .from(linkDomains)
    .where(ownActive(userId))
    .orderBy(desc(linkDomains.isMain), asc(linkDomains.id))
  const rows = [{ id: MAIN_DOMAIN_ID, domain: '' }, ...own]
  return { results: rows.map((row) => toLinkDomain(row, config)) }
}

/** Whether a link of this person may be moved there. Their row stays as it is until the commit. */
export async function mayUseDomain(db: DbOrTx, userId: string, id: number): Promise<boolean> {
  if (id === MAIN_DOMAIN_ID) return true
  const rows = await db
    .select({ id: linkDomains.id })
    .from(linkDomains)
    .where(and(ownActive(userId), eq(linkDomains.id, id)))
    .for('share')
  return rows.length > 0
}

/** Where new links of this person begin. */
export async function domainOfNewLinks(db: DbOrTx, userId: string): Promise<number> {
  const [row] = await db
    .select({ id: linkDomains.id })
    .from(linkDomains)
    .where(and(ownActive(userId), eq(linkDomains.isMain, true)))
    .for('share')
  return row?.id ?? MAIN_DOMAIN_ID
}

/** Custom domains that lead to short links: a link may not point at any of them. */
export async function customDomains(db: DbOrTx): Promise<string[]> {
  const rows = await db
    .select({ domain: linkDomains.domain })
    .from(linkDomains)
    .where(eq(linkDomains.status, 'verified'))
  return rows.map(({ domain }) => domain)
}

/** `is_main`: it is the installation's. */
export function toLinkDomain(row: { id: number; domain: string }, config: Config): LinkDomain {
  const is_main = row.id === MAIN_DOMAIN_ID
  return { domain: is_main ? bare(config.shortLinkHost) : row.domain, id: row.id, is_main }
}

/** The short URL of a code: always one that leads on, also while its own domain does not. */
export function shortUrl(home: LinkHome, code: string, config: Config): string {
  if (!home.isActive) return `${config.shortLinkHost}/${nameBelowMain(home.id, code)}`
  const { protocol, port } = new URL(config.shortLinkHost)
  return `${protocol}//${home.domain}${port && `:${port}`}/${code}`
}

const bare = (url: string) => url.replace(/^https?:\/\//, '')
