import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../platform/db/client.ts'
import { discountCodes, links } from '../../platform/db/schema.ts'

/** Returns the condition for the active code with this spelling, regardless of case. */
export const isActiveCode = (brandId: string, code: string) =>
  and(
    eq(discountCodes.brandId, brandId),
    eq(sql`lower(${discountCodes.code})`, sql`lower(${code})`),
    isNull(discountCodes.endedAt),
  )

/**
 * Returns the owner of an active code, with their newest link of the brand. A creator without such
 * a link earns, too.
 */
export async function findCode(db: DbOrTx, brandId: string, code: string) {
  const [found] = await db
    .select({ id: discountCodes.id, code: discountCodes.code, userId: discountCodes.userId })
    .from(discountCodes)
    .where(isActiveCode(brandId, code))
  if (!found) return undefined
  const [link] = await db
    .select({ id: links.id, name: links.name })
    .from(links)
    .where(and(eq(links.userId, found.userId), eq(links.brandId, brandId)))
    .orderBy(desc(links.createdAt), desc(links.id))
    .limit(1)
  return {
    codeId: found.id,
    userId: found.userId,
    linkId: link?.id ?? null,
    linkName: link?.name ?? `Code ${found.code}`,
  }
}
