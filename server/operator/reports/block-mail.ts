import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { links, users } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'

/** Tells the owner of a blocked link what was wrong with it, which rule that broke, and how to object. */
export const blockMail: JobHandler<'block-mail'> = async ({ db, mail, config }, { linkId }) => {
  const [row] = await db
    .select({ link: links, email: users.email })
    .from(links)
    .innerJoin(users, eq(users.id, links.userId))
    .where(eq(links.id, linkId))
  if (!row?.link.blockedAt) return
  const { shortCode, url, blockWhy, blockRule } = row.link
  await mail.send({
    to: row.email,
    subject: `Your ${APP_NAME} link was blocked: ${shortCode}`,
    blocks: [
      `The operator of this ${APP_NAME} site blocked your link ${config.shortLinkHost}/${shortCode}\nIt does not redirect while it is blocked. Nothing was deleted.`,
      {
        facts: [
          ['Target', url],
          ['What is wrong', blockWhy],
          ['The rule it breaks', blockRule],
        ],
      },
      `If you disagree, write to ${config.operatorEmail} and explain why.`,
    ],
  })
}
