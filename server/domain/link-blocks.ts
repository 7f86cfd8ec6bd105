import { eq } from 'drizzle-orm'
import { nextChange } from '../db/changes.ts'
import type { Db } from '../db/client.ts'
import { links } from '../db/schema.ts'
import { invalidateLink } from '../redirect/invalidate.ts'
import { closeReports } from './abuse-reports.ts'
import { linkByCode } from './coded-links.ts'

/** Stops a link, or lets it go on; its owner's lists say so. False: there is no such link. */
export async function setBlocked(db: Db, code: string, isBlocked: boolean): Promise<boolean> {
  return db.transaction(async (tx) => {
    const link = await linkByCode(tx, code)
    if (!link) return false
    const changeSeq = await nextChange(tx, link.userId)
    await tx
      .update(links)
      .set({ blockedAt: isBlocked ? new Date() : null, changeSeq, updatedAt: new Date() })
      .where(eq(links.id, link.id))
    await closeReports(tx, link.id)
    await invalidateLink(tx, link.domainId, link.shortCode)
    return true
  })
}
