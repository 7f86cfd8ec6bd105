import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { LATE_EARNINGS_MONTHS } from '#contract/leaving.ts'
import { users } from '../../platform/db/schema.ts'
import type { Block } from '../../platform/letters/letter.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { formatDay } from '../../people/accounts/day-of.ts'
import { findDeletionRequest } from '../../people/accounts/leavers.ts'

/**
 * Emails the user what will be deleted and when. Sends nothing if the request was cancelled in the
 * meantime.
 */
export const leavingMail: JobHandler<'leaving-mail'> = async (deps, { userId }) => {
  const leaver = await findDeletionRequest(deps.db, userId)
  const [user] = await deps.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  if (!leaver || leaver.begunAt || !user) return
  await deps.mail.send({
    to: user.email,
    subject: `Your ${APP_NAME} account will be deleted`,
    blocks: requestedMail(formatDay(leaver.deletionAt), deps.config.appOrigin),
  })
}

const requestedMail = (day: string, origin: string): Block[] => [
  `You asked us to delete your ${APP_NAME} account.`,
  `Until ${day}: you are signed out on all devices, and your public page is closed. Your links go on leading where they lead, and what they earn is yours. Signing in asks whether you want to keep the account:`,
  { action: 'Keep the account', href: `${origin}/multi-connect/login` },
  `On ${day} the account and all that belongs to it is deleted, and nobody can bring it back. Your links, your page and your own domains say that they are gone, and nobody else ever gets their addresses. Links, pictures, statistics and your settings are deleted. Movements of money stay in the books without your name.`,
  `Money is not lost. What becomes available later is announced to this address for ${LATE_EARNINGS_MONTHS} months.`,
  'If it was not you, sign in, keep the account, and set a new password:',
  { action: 'Set a new password', href: `${origin}/multi-connect/forgot-password` },
]
