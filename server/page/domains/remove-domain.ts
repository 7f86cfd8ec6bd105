import { eq } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { nextChange } from '../../platform/db/changes.ts'
import type { Tx } from '../../platform/db/client.ts'
import { formerCodes, linkDomains, links } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { hostChanged } from '../../redirect/own-hosts.ts'
import { ownDomain } from './domains.ts'

/** What becomes of links that stand on it: unless that is said, it stays while there are any. */
export type Removal = { links?: 'main' | undefined }

/**
 * Nothing is shown below its name from then on. Short URLs below the main host are others' business:
 * those that its links have, or had while it was suspended, lead on.
 */
export async function removeDomain(
  deps: Deps,
  userId: string,
  id: string,
  { links: fate }: Removal = {},
): Promise<void> {
  const own = ownDomain(userId, id)
  await deps.db.transaction(async (tx) => {
    // First, as everywhere: whoever edits a link locks its person before the domain.
    const changeSeq = await nextChange(tx, userId)
    const [row] = await tx.select().from(linkDomains).where(own).for('update')
    if (!row) throw new HTTPException(404)
    const count = await tx.$count(links, eq(links.domainId, row.id))
    if (count > 0 && fate !== 'main') throw new FieldError('non_field_errors', stillUsed(count))
    if (count > 0) await tx.update(links).set({ changeSeq }).where(eq(links.domainId, row.id))
    await takeAway(tx, row.id, count > 0 || (await hadLinks(tx, row.id)))
    await hostChanged(tx, row.domain)
  })
}

const hadLinks = async (tx: Tx, id: number) =>
  (await tx.$count(formerCodes, eq(formerCodes.domainId, id))) > 0

/** Its row stays for what is named by its number. */
async function takeAway(tx: Tx, id: number, isNamed: boolean): Promise<void> {
  const row = eq(linkDomains.id, id)
  if (isNamed) await tx.update(linkDomains).set(REMOVED).where(row)
  else await tx.delete(linkDomains).where(row)
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
