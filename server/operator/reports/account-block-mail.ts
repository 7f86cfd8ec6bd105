import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { users, type Restriction } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { reasonBlocks } from './send-block-mail.ts'

/** Tells a user that their account was paused or blocked, what was wrong, and how to appeal. */
export const accountBlockMail: JobHandler<'account-block-mail'> = async (deps, { userId }) => {
  const [user] = await deps.db.select().from(users).where(eq(users.id, userId))
  if (!user?.restriction) return
  const { restriction, email } = user
  const row = {
    blockedAt: user.restrictedAt,
    blockWhy: user.restrictionWhy,
    blockRule: user.restrictionRule,
  }
  await deps.mail.send({
    to: email,
    subject: `Your ${APP_NAME} account was ${restriction}`,
    blocks: [
      `The operator of this ${APP_NAME} site ${restriction} your account.\n${EFFECT[restriction]}`,
      ...reasonBlocks(deps, { about: 'user', id: userId }, row),
    ],
  })
}

const KEPT =
  'You can still sign in, see everything, download your data and redeem your money. Nothing was deleted.'
const EFFECT: Record<Restriction, string> = {
  paused: `You cannot change anything while it is paused. Your links, your page and your widgets keep working. ${KEPT}`,
  blocked: `Your links, your page and your widgets are closed, and you cannot change anything. ${KEPT}`,
}
