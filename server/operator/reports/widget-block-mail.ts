import { eq } from 'drizzle-orm'
import { widgets } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { sendBlockMail } from './send-block-mail.ts'

/** Tells the owner of a blocked widget what was wrong with it, which rule that broke, and how to appeal. */
export const widgetBlockMail: JobHandler<'widget-block-mail'> = async (deps, { widgetId }) => {
  const [widget] = await deps.db.select().from(widgets).where(eq(widgets.id, widgetId))
  if (!widget?.blockedAt) return
  const { key, name } = widget
  await sendBlockMail(deps, {
    what: 'widget',
    name,
    url: `${deps.config.appOrigin}/w/${key}`,
    effect:
      'No site shows it while it is blocked. Nothing was deleted, and your links keep working.',
    row: widget,
    id: widgetId,
  })
}
