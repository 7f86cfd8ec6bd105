import { eq } from 'drizzle-orm'
import { links, users } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { sendBlockMail } from './send-block-mail.ts'

/** Tells the owner of a blocked link what was wrong with it, which rule that broke, and how to appeal. */
export const blockMail: JobHandler<'block-mail'> = async (deps, { linkId }) => {
  const [row] = await deps.db
    .select({ link: links, email: users.email })
    .from(links)
    .innerJoin(users, eq(users.id, links.userId))
    .where(eq(links.id, linkId))
  if (!row?.link.blockedAt) return
  const { shortCode, url } = row.link
  await sendBlockMail(deps, row.email, {
    what: 'link',
    name: shortCode,
    url: `${deps.config.shortLinkHost}/${shortCode}`,
    effect: 'It does not redirect while it is blocked. Nothing was deleted.',
    facts: [['Target', url]],
    row: row.link,
    id: linkId,
  })
}
