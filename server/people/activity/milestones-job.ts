import { and, eq, inArray } from 'drizzle-orm'
import { links } from '../../platform/db/schema.ts'
import { notifyClicks } from './activity.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'

/** Tells owners about click milestones, except for hidden links. */
export const milestones: JobHandler<'milestones'> = async (deps, { reached }) => {
  await deps.db.transaction(async (tx) => {
    const ids = [...new Set(reached.map(([linkId]) => linkId))]
    const rows = await tx
      .select({ id: links.id, userId: links.userId, name: links.name })
      .from(links)
      .where(and(inArray(links.id, ids), eq(links.isHidden, false)))
      // Blocks the deletion of these links by a concurrent account deletion until the items are
      // stored.
      .for('key share')
    const byId = new Map(rows.map((link) => [link.id, link]))
    const news = reached.flatMap(([linkId, clicks]) => {
      const link = byId.get(linkId)
      return link ? [{ ...link, clicks }] : []
    })
    await notifyClicks(tx, news)
  })
}
