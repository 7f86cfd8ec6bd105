import { and, asc, desc, eq, isNotNull, notInArray, sql } from 'drizzle-orm'
import type { LinkDomain } from '#contract/links/short-link.ts'
import { withScheme } from '#contract/links/target-url.ts'
import { linkDomains } from '../platform/db/schema.ts'
import type { Config } from '../platform/config/config.ts'
import type { DbOrTx, Tx } from '../platform/db/client.ts'
import { FieldError } from '../platform/http/errors.ts'
import { nameBelowMain } from './link-key.ts'
import { bareHost } from './short-host.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Id of the installation's own short host (see db/schema.ts). */
export const MAIN_DOMAIN_ID = 1

/** Domain of a link. `isActive` means that its short links work. */
export type CodeDomain = { id: number; domain: string; isActive: boolean }

/** Condition for domains that are verified and reachable. */
const active = and(eq(linkDomains.status, 'verified'), isNotNull(linkDomains.servedAt))
export const domainIsActive = sql<boolean>`(${active})`

const ownActive = (userId: string) => and(eq(linkDomains.userId, userId), active)

/** Lists the active domains: the installation's, then the user's own. */
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

/**
 * Returns the domains to which an import can assign codes, by name: the installation's, and the
 * user's own. A domain need not be active, so that its links are there before its DNS changes.
 */
export async function importDomains(db: DbOrTx, userId: string, config: Config) {
  const rows = await ownLinkable(db, userId)
  const main = toLinkDomain({ id: MAIN_DOMAIN_ID, domain: '' }, config).domain.toLowerCase()
  return new Map([[main, MAIN_DOMAIN_ID], ...rows.map(({ id, domain }) => [domain, id] as const)])
}

const ownLinkable = (db: DbOrTx, userId: string) =>
  db
    .select({ id: linkDomains.id, domain: linkDomains.domain })
    .from(linkDomains)
    .where(and(eq(linkDomains.userId, userId), notInArray(linkDomains.status, ['removed', 'gone'])))
    .orderBy(linkDomains.id)

/** Returns whether the user may use a domain for a link. Locks the domain until the commit. */
export async function mayUseDomain(db: DbOrTx, userId: string, id: number): Promise<boolean> {
  if (id === MAIN_DOMAIN_ID) return true
  const rows = await db
    .select({ id: linkDomains.id })
    .from(linkDomains)
    .where(and(ownActive(userId), eq(linkDomains.id, id)))
    .for('share')
  return rows.length > 0
}

/** Throws if the user may not use a domain for a link. Locks the domain until the commit. */
export async function requireUsableDomain(db: DbOrTx, userId: string, id: number): Promise<void> {
  if (!(await mayUseDomain(db, userId, id)))
    throw new FieldError('link_domain_id', 'Short links cannot use this domain.')
}

/**
 * Returns the id of a domain of this user, or throws. It may be inactive, because its links stay on
 * it.
 */
export async function requireDomain(db: DbOrTx, userId: string, id: number): Promise<number> {
  const own = and(eq(linkDomains.userId, userId), eq(linkDomains.id, id))
  if (id === MAIN_DOMAIN_ID || (await db.$count(linkDomains, own)) > 0) return id
  throw new FieldError('link_domain_id', 'This is not one of your domains.')
}

/** Returns the domains to which an import can assign codes now. Locks them until the commit. */
export async function lockDomains(tx: Tx, userId: string): Promise<Set<number>> {
  const rows = await ownLinkable(tx, userId).for('share')
  return new Set([MAIN_DOMAIN_ID, ...rows.map(({ id }) => id)])
}

/** Returns the domain of the user's new links. In a transaction it is locked until the commit. */
export async function domainOfNewLinks(db: DbOrTx, userId: string): Promise<number> {
  const [row] = await db
    .select({ id: linkDomains.id })
    .from(linkDomains)
    .where(and(ownActive(userId), eq(linkDomains.isMain, true)))
    .for('share')
  return row?.id ?? MAIN_DOMAIN_ID
}

/** The literal is part of the query text, so that PostgreSQL can use the partial index. */
const verified = sql`${linkDomains.status} = 'verified'`

/**
 * Returns the host of a URL in a list if it is a verified domain of any user, otherwise an empty
 * list. A link may not point to such a domain.
 */
export async function ownDomainOfUrl(db: DbOrTx, typed: string): Promise<string[]> {
  const address = withScheme(typed)
  if (!canParseUrl(address)) return []
  const domain = bareHost(new URL(address))
  return (await db.$count(linkDomains, and(eq(linkDomains.domain, domain), verified))) > 0
    ? [domain]
    : []
}

/** Returns all verified domains, to check a whole file of URLs. */
export async function ownDomains(db: DbOrTx): Promise<string[]> {
  const rows = await db.select({ domain: linkDomains.domain }).from(linkDomains).where(verified)
  return rows.map(({ domain }) => domain)
}

/** Builds a domain for API answers. `is_main` means that it is the installation's. */
export function toLinkDomain(row: { id: number; domain: string }, config: Config): LinkDomain {
  const is_main = row.id === MAIN_DOMAIN_ID
  return { domain: is_main ? withoutScheme(config.shortLinkHost) : row.domain, id: row.id, is_main }
}

/**
 * Returns the short URL of a code. While the own domain is inactive, the URL uses the
 * installation's host.
 */
export function shortUrl(home: CodeDomain, code: string, config: Config): string {
  if (!home.isActive) return `${config.shortLinkHost}/${nameBelowMain(home.id, code)}`
  return `${originOf(home.domain, config)}/${encodeURIComponent(code).replaceAll('%2F', '/')}`
}

/**
 * Returns the origin of a user's domain. It has the protocol and port of the installation's short
 * host.
 */
export function originOf(domain: string, { shortLinkHost }: Pick<Config, 'shortLinkHost'>): string {
  const { protocol, port } = new URL(shortLinkHost)
  return `${protocol}//${domain}${port && `:${port}`}`
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '')
