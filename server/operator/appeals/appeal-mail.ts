import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { appeals, users } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { shownName } from './blocks.ts'

/** Tells the author of an appeal how it was decided, and why. */
export const appealMail: JobHandler<'appeal-mail'> = async (deps, { appealId }) => {
  const [row] = await deps.db
    .select({ appeal: appeals, email: users.email })
    .from(appeals)
    .innerJoin(users, eq(users.id, appeals.userId))
    .where(eq(appeals.id, appealId))
  if (!row?.appeal.decision) return
  const { about, name, decision, decidedWhy, blockWhy, blockRule } = row.appeal
  const what = shownName(deps.config, about, name)
  const isAccepted = decision === 'accepted'
  await deps.mail.send({
    to: row.email,
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
