import { eq } from 'drizzle-orm'
import {
  notifyPageBlocked,
  notifyPageUnblocked,
  type BlockFacts,
} from '../../people/activity/activity.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { formerSlugs, pages } from '../../platform/db/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { isAboutPage, closeReports } from './open-reports.ts'
import { lockPerson, type PageRow } from '../../page/pages/page-rows.ts'
import { updatePage } from '../../page/pages/update-page.ts'

/** Blocks a page and tells its owner and the reporters. Returns false if there is no such page. */
export const blockPage = (db: Db, slug: string, block: BlockFacts): Promise<boolean> =>
  changed(db, slug, async (tx, page) => {
    const since = new Date()
    await closeReports(tx, isAboutPage(page.id), { decision: 'blocked', why: block.rule })
    await notifyPageBlocked(tx, page, since, block)
    await addJob(tx, 'page-block-mail', { pageId: page.id }, { key: `page-block:${page.id}` })
    return { blockedAt: since, blockWhy: block.why, blockRule: block.rule }
  })

/** Unblocks a page. It is published again only if it was before. */
export const unblockPage = (db: Db, slug: string): Promise<boolean> =>
  changed(db, slug, async (tx, page) => {
    if (page.blockedAt) await notifyPageUnblocked(tx, page, page.blockedAt)
    return { blockedAt: null, blockWhy: '', blockRule: '' }
  })

/**
 * Finds a page by its current or a former slug. Only for operator commands, so the owner is not
 * checked.
 */
export async function pageBySlug(db: DbOrTx, slug: string): Promise<PageRow | undefined> {
  const [page] = await db.select().from(pages).where(eq(pages.slug, slug))
  if (page) return page
  const [former] = await db
    .select({ page: pages })
    .from(formerSlugs)
    .innerJoin(pages, eq(pages.id, formerSlugs.pageId))
    .where(eq(formerSlugs.slug, slug))
  return former?.page
}

async function changed(
  db: Db,
  slug: string,
  work: (tx: Tx, page: PageRow) => Promise<Partial<PageRow>>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await pageBySlug(tx, slug)
    if (!found) return false
    await lockPerson(tx, found.userId)
    // Read the row again after the lock.
    const [page] = await tx.select().from(pages).where(eq(pages.id, found.id))
    if (!page) return false
    const changes = await work(tx, page)
    await updatePage(tx, page, changes)
    return true
  })
}
