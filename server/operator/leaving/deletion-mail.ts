import { APP_NAME } from '#contract/app-constants.ts'
import { LATE_EARNINGS_MONTHS } from '#contract/people/leaving.ts'
import type { Block } from '../../platform/letters/letter.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { formatDay } from '../../people/accounts/day-of.ts'
import { findDeletionRequest } from '../../people/accounts/leavers.ts'
import { emailOf } from '../../people/accounts/accounts.ts'

/**
 * Emails the user what will be deleted and when. Sends nothing if the request was cancelled in the
 * meantime.
 */
export const leavingMail: JobHandler<'leaving-mail'> = async (deps, { userId }) => {
  const leaver = await findDeletionRequest(deps.db, userId)
  const email = await emailOf(deps.db, userId)
  if (!leaver || leaver.begunAt || email === undefined) return
  await deps.mail.send({
    to: email,
    subject: `Your ${APP_NAME} account will be deleted`,
    blocks: requestedMail(formatDay(leaver.deletionAt), deps.config.appOrigin),
  })
}

const requestedMail = (day: string, origin: string): Block[] => [
  `You asked us to delete your ${APP_NAME} account.`,
  `You can still change your mind until ${day}. Until then, you are signed out on all devices and your public page is closed. Your links keep working, and you keep what they earn. To keep the account, sign in:`,
  { action: 'Keep account', href: `${origin}/multi-connect/login` },
  `On ${day} we delete the account for good, with its links, pictures, statistics and settings. Visitors of your links, your page and your custom domains see that they were deleted. Nobody else can use these addresses. Payments stay in our books without your name.`,
  `You keep your money. If commissions become available in the ${LATE_EARNINGS_MONTHS} months after that, we email you at this address.`,
  'If this wasn’t you, sign in, keep the account and set a new password:',
  { action: 'Set a new password', href: `${origin}/multi-connect/forgot-password` },
]
