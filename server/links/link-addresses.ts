import { and, desc, eq } from 'drizzle-orm'
import { nextChange } from '../platform/db/changes.ts'
import type { DbOrTx, Tx } from '../platform/db/client.ts'
import { linkAddresses, links, users } from '../platform/db/schema.ts'
import type { Deps } from '../env.ts'
import { FieldError } from '../platform/http/errors.ts'
import { invalidateLink } from './invalidate.ts'
import { ownDomainOfUrl } from './link-domains.ts'
import type { LinkRow } from './link-rows.ts'
import { readTarget } from './target.ts'
import { updateLink } from './update-link.ts'

/** Change of a target URL. `userId` is null if the server corrected it. */
type AddressChange = { linkId: string; userId: string | null; fromUrl: string; toUrl: string }

/** Stores the previous target URL of a link. */
export async function storePreviousUrl(tx: Tx, change: AddressChange): Promise<void> {
  await tx.insert(linkAddresses).values(change)
}

/** Returns the changes of a link's target URL, newest first. */
export const addressHistory = (db: DbOrTx, linkId: string, limit: number) =>
  db
    .select({
      changedAt: linkAddresses.changedAt,
      email: users.email,
      userId: linkAddresses.userId,
      fromUrl: linkAddresses.fromUrl,
      toUrl: linkAddresses.toUrl,
    })
    .from(linkAddresses)
    .leftJoin(users, eq(users.id, linkAddresses.userId))
    .where(eq(linkAddresses.linkId, linkId))
    .orderBy(desc(linkAddresses.id))
    .limit(limit)
export type AddressEntry = Awaited<ReturnType<typeof addressHistory>>[number]

/**
 * Returns similar URLs for one whose scheme was added by us: without its final slash, with https,
 * and both. The slash of a bare host always stays.
 */
export function similarUrls(url: string): string[] {
  const { pathname } = new URL(url)
  const withoutSlash = (text: string) => {
    const other = new URL(text)
    if (pathname !== '/') other.pathname = pathname.replace(/\/$/, '')
    return other.href
  }
  const byHttps = url.replace(/^http:/, 'https:')
  return [...new Set([withoutSlash(url), byHttps, withoutSlash(byHttps)])].filter(
    (other) => other !== url,
  )
}

/** Replaces a link's URL by one that works. Returns undefined if the creator has edited it. */
export async function correctAddress(
  deps: Deps,
  link: LinkRow,
  address: string,
): Promise<LinkRow | undefined> {
  return deps.db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, link.userId)
    const isSame = and(eq(links.id, link.id), eq(links.url, link.url))
    const [now] = await tx.select().from(links).where(isSame).for('update')
    if (!now || !(await isAllowed(deps, tx, address))) return undefined
    const changes = { url: address, schemeAdded: false, addressCorrected: true }
    await updateLink(tx, now, { ...changes, changeSeq })
    await storePreviousUrl(tx, { linkId: link.id, userId: null, fromUrl: link.url, toUrl: address })
    await invalidateLink(tx, now)
    return { ...now, ...changes }
  })
}

/** Checks a URL by the rules for all target URLs. */
async function isAllowed({ config }: Deps, tx: Tx, address: string): Promise<boolean> {
  try {
    return readTarget(address, config, await ownDomainOfUrl(tx, address)).url === address
  } catch (error) {
    if (error instanceof FieldError) return false
    throw error
  }
}
