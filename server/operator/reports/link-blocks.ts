import { eq } from 'drizzle-orm'
import { nextChange } from '../../platform/db/changes.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { links } from '../../platform/db/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { invalidateLink } from '../../links/invalidate.ts'
import { notifyBlocked, notifyUnblocked, type BlockFacts } from '../../people/activity/activity.ts'
import { findLink } from '../../links/link-names.ts'
import type { LinkRow } from '../../links/link-rows.ts'
import { updateLink } from '../../links/update-link.ts'
import { isAboutLink, closeReports } from './open-reports.ts'

/**
 * Blocks the link with this id or name and tells its owner and the reporters. Returns false if there
 * is no such link.
 */
export const blockLink = (db: Db, name: string, block: BlockFacts): Promise<boolean> =>
  changed(db, name, async (tx, link) => {
    const since = new Date()
    await closeReports(tx, isAboutLink(link.id), { decision: 'blocked', why: block.rule })
    await notifyBlocked(tx, link, since, block)
    await addJob(tx, 'block-mail', { linkId: link.id }, { key: `block:${link.id}` })
    return { blockedAt: since, blockWhy: block.why, blockRule: block.rule }
  })

/** Unblocks the link with this id or name. Returns false if there is no such link. */
export const unblockLink = (db: Db, name: string): Promise<boolean> =>
  changed(db, name, async (tx, link) => {
    if (link.blockedAt) await notifyUnblocked(tx, link, link.blockedAt)
    return { blockedAt: null, blockWhy: '', blockRule: '' }
  })

async function changed(
  db: Db,
  name: string,
  work: (tx: Tx, link: LinkRow) => Promise<Partial<LinkRow>>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await findLink(tx, name)
    if (!found) return false
    const changeSeq = await nextChange(tx, found.userId)
    // Read the row again after the lock.
    const [link] = await tx.select().from(links).where(eq(links.id, found.id))
    if (!link) return false
    const changes = await work(tx, link)
    await updateLink(tx, link, { ...changes, changeSeq, updatedAt: new Date() })
    await invalidateLink(tx, link)
    return true
  })
}
