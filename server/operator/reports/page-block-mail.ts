import { eq } from 'drizzle-orm'
import { pages } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { sendBlockMail } from './send-block-mail.ts'

/** Tells the owner of a blocked page what was wrong with it, which rule that broke, and how to appeal. */
export const pageBlockMail: JobHandler<'page-block-mail'> = async (deps, { pageId }) => {
  const [page] = await deps.db.select().from(pages).where(eq(pages.id, pageId))
  if (!page?.blockedAt) return
  const { slug } = page
  await sendBlockMail(deps, {
    what: 'page',
    name: slug,
    url: `${deps.config.appOrigin}/p/${slug}`,
    effect:
      'Nobody can see it while it is blocked. Nothing was deleted, and your links keep working.',
    row: page,
    id: pageId,
  })
}
