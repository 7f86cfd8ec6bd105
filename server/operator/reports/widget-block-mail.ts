import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { users, widgets } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'

/** Tells the owner of a blocked widget what was wrong with it, which rule that broke, and how to object. */
export const widgetBlockMail: JobHandler<'widget-block-mail'> = async (
  { db, mail, config },
  { widgetId },
) => {
  const [row] = await db
    .select({ widget: widgets, email: users.email })
    .from(widgets)
    .innerJoin(users, eq(users.id, widgets.userId))
    .where(eq(widgets.id, widgetId))
  if (!row?.widget.blockedAt) return
  const { key, name, blockWhy, blockRule } = row.widget
  await mail.send({
    to: row.email,
    subject: `Your ${APP_NAME} widget was blocked: ${name}`,
    blocks: [
      `The operator of this ${APP_NAME} site blocked your widget ${config.appOrigin}/w/${key}\nNo site shows it while it is blocked. Nothing was deleted, and your links keep working.`,
      {
        facts: [
          ['What is wrong', blockWhy],
          ['The rule it breaks', blockRule],
        ],
      },
      `If you disagree, write to ${config.operatorEmail} and explain why.`,
    ],
  })
}
