import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { emailOf } from '../../people/accounts/accounts.ts'
import { appeals } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { shownName } from './blocks.ts'

/** Tells the author of an appeal how it was decided, and why. */
export const appealMail: JobHandler<'appeal-mail'> = async (deps, { appealId }) => {
  const [appeal] = await deps.db.select().from(appeals).where(eq(appeals.id, appealId))
  if (!appeal?.decision) return
  const to = await emailOf(deps.db, appeal.userId)
  if (to === undefined) return
  const { about, targetId, name, decision, decidedWhy, blockWhy, blockRule } = appeal
  const what = await shownName(deps, about, { id: targetId, name })
  const isAccepted = decision === 'accepted'
  await deps.mail.send({
    to,
    subject: `Your appeal to ${APP_NAME} was ${decision}`,
    blocks: [
      isAccepted
        ? `We looked at your appeal about ${what}. You are right, so we ended the block.`
        : `We looked at your appeal about ${what}. The block stays.`,
      {
        facts: [
          ['Why', decidedWhy],
          ['What was wrong', blockWhy],
          ['The rule', blockRule],
        ],
      },
      `If you have questions, write to ${deps.config.supportEmail}.`,
    ],
  })
}
