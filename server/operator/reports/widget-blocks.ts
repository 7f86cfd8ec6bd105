import { eq } from 'drizzle-orm'
import type { BlockFacts } from '../../people/activity/activity.ts'
import { notifyWidgetBlocked, notifyWidgetUnblocked } from '../../people/activity/widget-blocks.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { widgets } from '../../platform/db/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { notifyPageChanged } from '../../platform/db/page-changed.ts'
import { lockPerson } from '../../page/pages/page-rows.ts'
import { isAboutWidget, closeReports } from './open-reports.ts'
import type { WidgetRow } from '../../page/widgets/widget-rows.ts'

/**
 * Blocks a widget on all sites and tells its owner and the reporters. Returns false if there is no
 * such widget.
 */
export const blockWidget = (db: Db, key: string, block: BlockFacts): Promise<boolean> =>
  changed(db, key, async (tx, widget) => {
    const since = new Date()
    await closeReports(tx, isAboutWidget(widget.id), { decision: 'blocked', why: block.rule })
    await notifyWidgetBlocked(tx, widget, since, block)
    const widgetId = widget.id
    await addJob(tx, 'widget-block-mail', { widgetId }, { key: `widget-block:${widgetId}` })
    return { blockedAt: since, blockWhy: block.why, blockRule: block.rule }
  })

export const unblockWidget = (db: Db, key: string): Promise<boolean> =>
  changed(db, key, async (tx, widget) => {
    if (widget.blockedAt) await notifyWidgetUnblocked(tx, widget, widget.blockedAt)
    return { blockedAt: null, blockWhy: '', blockRule: '' }
  })

/**
 * Finds a widget by its key, including deleted ones, which can be restored. Only for operator
 * commands, so the owner is not checked.
 */
export async function widgetByKey(db: DbOrTx, key: string): Promise<WidgetRow | undefined> {
  const [widget] = await db.select().from(widgets).where(eq(widgets.key, key))
  return widget
}

async function changed(
  db: Db,
  key: string,
  work: (tx: Tx, widget: WidgetRow) => Promise<Partial<WidgetRow>>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await widgetByKey(tx, key)
    if (!found) return false
    await lockPerson(tx, found.userId)
    // Read the row again after the lock.
    const widget = await widgetByKey(tx, key)
    if (!widget) return false
    const changes = await work(tx, widget)
    await tx.update(widgets).set(changes).where(eq(widgets.id, widget.id))
    await notifyPageChanged(tx, widget.userId)
    return true
  })
}
