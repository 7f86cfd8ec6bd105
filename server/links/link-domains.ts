import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { withScheme, type LinkDomain } from '#contract/links.ts'
import { linkDomains } from '../platform/db/schema.ts'
import type { Config } from '../platform/config/config.ts'
import type { DbOrTx, Tx } from '../platform/db/client.ts'
import { FieldError } from '../platform/http/errors.ts'
import { nameBelowMain } from './link-key.ts'
import { bareHost } from './short-host.ts'

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

/** One of theirs, also while it leads nowhere: its links stay on it. */
export async function knownDomain(db: DbOrTx, userId: string, id: number): Promise<number> {
  const own = and(eq(linkDomains.userId, userId), eq(linkDomains.id, id))
  if (id === MAIN_DOMAIN_ID || (await db.$count(linkDomains, own)) > 0) return id
  throw new FieldError('link_domain_id', 'You have no such domain.')
}

/** Those of these domains that a link of this person can be put on; they stay so until the commit. */
export async function holdDomains(tx: Tx, userId: string, ids: number[]): Promise<Set<number>> {
  const rows = await tx
    .select({ id: linkDomains.id })
    .from(linkDomains)
    .where(and(ownActive(userId), inArray(linkDomains.id, ids)))
    .orderBy(linkDomains.id)
    .for('share')
  return new Set([MAIN_DOMAIN_ID, ...rows.map(({ id }) => id)])
}

/** Where new links of this person begin; in a transaction it stays there until the commit. */
export async function domainOfNewLinks(db: DbOrTx, userId: string): Promise<number> {
  const [row] = await db
    .select({ id: linkDomains.id })
    .from(linkDomains)
    .where(and(ownActive(userId), eq(linkDomains.isMain, true)))
    .for('share')
  return row?.id ?? MAIN_DOMAIN_ID
}

/** Written out, so that the index of the domains that are held serves it. */
const verified = sql`${linkDomains.status} = 'verified'`

/** The host of what was typed, where it is somebody's own domain: a link may not point at any of these. */
export async function ownDomainIn(db: DbOrTx, typed: string): Promise<string[]> {
  const address = withScheme(typed)
  if (!URL.canParse(address)) return []
  const domain = bareHost(new URL(address))
  return (await db.$count(linkDomains, and(eq(linkDomains.domain, domain), verified))) > 0
    ? [domain]
    : []
}

/** All of them, for who has a whole file of addresses to look through. */
export async function ownDomains(db: DbOrTx): Promise<string[]> {
  const rows = await db.select({ domain: linkDomains.domain }).from(linkDomains).where(verified)
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
  return `${originOf(home.domain, config)}/${code}`
}

/** An own domain is served as the short host is: by the same protocol, on the same port. */
export function originOf(domain: string, { shortLinkHost }: Pick<Config, 'shortLinkHost'>): string {
  const { protocol, port } = new URL(shortLinkHost)
  return `${protocol}//${domain}${port && `:${port}`}`
}

const bare = (url: string) => url.replace(/^https?:\/\//, '')
