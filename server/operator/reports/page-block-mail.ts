import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { pages, users } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'

/** Tells the owner of a blocked page what was wrong with it, which rule that broke, and how to object. */
export const pageBlockMail: JobHandler<'page-block-mail'> = async (
  { db, mail, config },
  { pageId },
) => {
  const [row] = await db
    .select({ page: pages, email: users.email })
    .from(pages)
    .innerJoin(users, eq(users.id, pages.userId))
    .where(eq(pages.id, pageId))
  if (!row?.page.blockedAt) return
  const { slug, blockWhy, blockRule } = row.page
  await mail.send({
    to: row.email,
    subject: `Your ${APP_NAME} page was blocked: ${slug}`,
    blocks: [
      `The operator of this ${APP_NAME} site blocked your page ${config.appOrigin}/p/${slug}\nNobody can see it while it is blocked. Nothing was deleted, and your links keep working.`,
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
