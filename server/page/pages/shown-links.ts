import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../platform/db/client.ts'
import { linkPlaces, links } from '../../platform/db/schema.ts'

/**
 * Returns the condition for links that visitors of a public page see: not hidden or blocked, and
 * neither before their start nor after their end. Links with a password are included. Uses this
 * process's clock, which also decides how long a response is cached.
 */
export const isShown = (now = new Date()) =>
  and(
    eq(links.isHidden, false),
    isNull(links.blockedAt),
    or(isNull(links.startsAt), lte(links.startsAt, now)),
    or(isNull(links.expiresAt), gt(links.expiresAt, now)),
    or(isNull(links.maxClicks), hasPlaces),
  )

const hasPlaces = sql`not exists (select from ${linkPlaces}
  where ${linkPlaces.linkId} = ${links.id} and ${linkPlaces.used} >= ${links.maxClicks})`

/** Returns when the next link of a user starts; null if none does. */
export async function nextStart(db: DbOrTx, userId: string, now: Date): Promise<Date | null> {
  const [row] = await db
    .select({ startsAt: links.startsAt })
    .from(links)
    .where(and(eq(links.userId, userId), gt(links.startsAt, now)))
    .orderBy(links.startsAt)
    .limit(1)
  return row?.startsAt ?? null
}
