import { eq } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { nextChange } from '../../platform/db/changes.ts'
import type { Tx } from '../../platform/db/client.ts'
import { formerCodes, linkDomains, links } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { announceHostChange } from '../../links/host-changes.ts'
import { ownDomain } from './domains.ts'

/**
 * Action for links that use the domain. `main` moves them back to the main host. Without an action, a
 * domain with links stays.
 */
export type Removal = { links?: 'main' | undefined }

/**
 * Removes a custom domain. Its URLs stop working. The URLs that its links have on the main host
 * redirect, including those that were shown while the domain was suspended.
 */
export async function removeDomain(
  deps: Deps,
  userId: string,
  id: string,
  { links: linkAction }: Removal = {},
): Promise<void> {
  const own = ownDomain(userId, id)
  await deps.db.transaction(async (tx) => {
    // Lock order: the user before the domain, as in edits of links.
    const changeSeq = await nextChange(tx, userId)
    const [row] = await tx.select().from(linkDomains).where(own).for('update')
    if (!row) throw new HTTPException(404)
    const count = await tx.$count(links, eq(links.domainId, row.id))
    if (count > 0 && linkAction !== 'main')
      throw new FieldError('non_field_errors', stillUsed(count))
    // Their short URLs change, so the user's devices load the links again.
    if (count > 0) await tx.update(links).set({ changeSeq }).where(eq(links.domainId, row.id))
    await deleteOrMarkRemoved(tx, row.id, count > 0 || (await hadLinks(tx, row.id)))
    await announceHostChange(tx, row.domain)
  })
}

const hadLinks = async (tx: Tx, id: number) =>
  (await tx.$count(formerCodes, eq(formerCodes.domainId, id))) > 0

/** Deletes the row, or marks it as removed if links or former codes refer to it. */
async function deleteOrMarkRemoved(tx: Tx, id: number, isReferenced: boolean): Promise<void> {
  const isDomain = eq(linkDomains.id, id)
  if (isReferenced) await tx.update(linkDomains).set(REMOVED).where(isDomain)
  else await tx.delete(linkDomains).where(isDomain)
}

const REMOVED = {
  status: 'removed',
  token: '',
  validationCounter: 0,
  problem: null,
  isMain: false,
  nextCheckAt: null,
  provenAt: null,
  servedAt: null,
  suspendedAt: null,
} as const

const stillUsed = (count: number) =>
  count === 1
    ? '1 link uses this domain. Move it to another one first.'
    : `${count.toLocaleString('en-US')} links use this domain. Move them to another one first.`
