import { and, eq, sql } from 'drizzle-orm'
import { nextChange } from '../../platform/db/changes.ts'
import type { Tx } from '../../platform/db/client.ts'
import { brands, discountCodes, links } from '../../platform/db/schema.ts'

/** Selects the active codes of a link's owner at its brand, unless the brand has left. */
const codesOfLink = sql`
  from ${discountCodes} where ${discountCodes.userId} = ${links.userId}
    and ${discountCodes.brandId} = ${links.brandId} and ${discountCodes.endedAt} is null
    and exists (select 1 from ${brands}
      where ${brands.id} = ${discountCodes.brandId} and ${brands.archivedAt} is null)
  order by ${discountCodes.id} desc`

/** Discount codes of a link's owner at its brand, newest first. */
export const linkCodes = sql<string[]>`array(select ${discountCodes.code} ${codesOfLink})`

/** Newest of these codes if the owner shows it to visitors, else null. */
export const shownCode = sql<string | null>`
  case when ${links.showsCode} then (select ${discountCodes.code} ${codesOfLink} limit 1) end`

/**
 * Makes devices load a user's links of a brand again, and updates the user's page, because their
 * codes changed.
 */
export async function codesChanged(tx: Tx, userId: string, brandId: string): Promise<void> {
  const changeSeq = await nextChange(tx, userId)
  await tx
    .update(links)
    .set({ changeSeq })
    .where(and(eq(links.userId, userId), eq(links.brandId, brandId)))
}
