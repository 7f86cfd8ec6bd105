import { eq } from 'drizzle-orm'
import { pages, users } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { sendBlockMail } from './send-block-mail.ts'

/** Tells the owner of a blocked page what was wrong with it, which rule that broke, and how to appeal. */
export const pageBlockMail: JobHandler<'page-block-mail'> = async (deps, { pageId }) => {
  const [row] = await deps.db
    .select({ page: pages, email: users.email })
    .from(pages)
    .innerJoin(users, eq(users.id, pages.userId))
    .where(eq(pages.id, pageId))
  if (!row?.page.blockedAt) return
  const { slug } = row.page
  await sendBlockMail(deps, row.email, {
    what: 'page',
    name: slug,
    url: `${deps.config.appOrigin}/p/${slug}`,
    effect:
      'Nobody can see it while it is blocked. Nothing was deleted, and your links keep working.',
    row: row.page,
    id: pageId,
  })
}
