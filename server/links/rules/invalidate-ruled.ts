import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { links } from '../../platform/db/schema.ts'
import { invalidateLink } from '../invalidate.ts'

/** Invalidates a user's links with rules, whose hours depend on the user's time zone. */
export async function invalidateRuledLinks(db: Db, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .select({
        domainId: links.domainId,
        shortCode: links.shortCode,
        exactCode: links.exactCode,
      })
      .from(links)
      .where(and(eq(links.userId, userId), isNotNull(links.rules)))
    // oxlint-disable-next-line no-await-in-loop -- one connection; each has its own notice
    for (const row of rows) await invalidateLink(tx, row)
  })
}
