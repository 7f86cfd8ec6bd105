import { eq } from 'drizzle-orm'
import { users, widgets } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { sendBlockMail } from './send-block-mail.ts'

/** Tells the owner of a blocked widget what was wrong with it, which rule that broke, and how to appeal. */
export const widgetBlockMail: JobHandler<'widget-block-mail'> = async (deps, { widgetId }) => {
  const [row] = await deps.db
    .select({ widget: widgets, email: users.email })
    .from(widgets)
    .innerJoin(users, eq(users.id, widgets.userId))
    .where(eq(widgets.id, widgetId))
  if (!row?.widget.blockedAt) return
  const { key, name } = row.widget
  await sendBlockMail(deps, row.email, {
    what: 'widget',
    name,
    url: `${deps.config.appOrigin}/w/${key}`,
    effect:
      'No site shows it while it is blocked. Nothing was deleted, and your links keep working.',
    row: row.widget,
    id: widgetId,
  })
}
