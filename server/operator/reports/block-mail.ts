import { eq } from 'drizzle-orm'
import { shortUrlOf } from '../../links/link-names.ts'
import { links } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { sendBlockMail } from './send-block-mail.ts'

/** Tells the owner of a blocked link what was wrong with it, which rule that broke, and how to appeal. */
export const blockMail: JobHandler<'block-mail'> = async (deps, { linkId }) => {
  const [link] = await deps.db.select().from(links).where(eq(links.id, linkId))
  const shortUrl = await shortUrlOf(deps.db, linkId, deps.config)
  if (!link?.blockedAt || shortUrl === undefined) return
  const { shortCode, url } = link
  await sendBlockMail(deps, {
    what: 'link',
    name: shortCode,
    url: shortUrl,
    effect: 'It does not redirect while it is blocked. Nothing was deleted.',
    facts: [['Target', url]],
    row: link,
    id: linkId,
  })
}
