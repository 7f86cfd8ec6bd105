import { and, eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { LATE_EARNINGS_MONTHS } from '#contract/people/leaving.ts'
import { hashSecret, newSecret } from '../../people/accounts/one-time-keys.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { leavers } from '../../platform/db/schema.ts'
import type { Block } from '../../platform/letters/letter.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { formatCents } from '../../platform/money.ts'
import { findDeletionRequest } from '../../people/accounts/leavers.ts'

/**
 * Emails a former user about money that became available after the account was deleted. Without a
 * PayPal address, the email asks for one.
 */
export const laterMoneyMail: JobHandler<'later-money-mail'> = async (deps, { userId, cents }) => {
  const leaver = await findDeletionRequest(deps.db, userId)
  if (!leaver || leaver.email === '') return
  const sum = formatCents(cents)
  const { supportEmail } = deps.config
  if (leaver.paypalEmail !== '') {
    const blocks = sentMail(sum, leaver.paypalEmail, supportEmail)
    await deps.mail.send({
      to: leaver.email,
      subject: `Your payout of ${sum} from ${APP_NAME} is on its way`,
      blocks,
    })
    return
  }
  const key = newSecret()
  await deps.db
    .update(leavers)
    .set({ payoutKeyHash: hashSecret(key) })
    .where(eq(leavers.userId, userId))
  const link = new URL(`/confirm-email/later-payout/${key}`, deps.config.appOrigin)
  await deps.mail.send({
    to: leaver.email,
    subject: `Tell us where to send your ${sum} from ${APP_NAME}`,
    blocks: addressRequestMail(sum, link.href, supportEmail),
  })
}

const earnedText = (sum: string) =>
  `${sum} that you earned with ${APP_NAME} became available after your account was deleted.`
const KEPT_TEXT = `We keep your email and payout address for these emails until ${LATE_EARNINGS_MONTHS} months after the deletion, and nothing else from your account.`

const sentMail = (sum: string, paypal: string, operator: string): Block[] => [
  earnedText(sum),
  `We are sending it to the PayPal account ${paypal}. We review first payouts by hand, usually within 3 days.`,
  `If this address is wrong, write to ${operator}.`,
  KEPT_TEXT,
]

const addressRequestMail = (sum: string, href: string, operator: string): Block[] => [
  earnedText(sum),
  { action: 'Enter your PayPal address', href },
  `If this does not work, write to ${operator}. The money stays yours.`,
  KEPT_TEXT,
]

const hasPayoutKey = (key: string) =>
  and(eq(leavers.payoutKeyHash, hashSecret(key)), eq(leavers.paypalEmail, ''))

/** Returns whether the key from an email is valid and still needs an address. */
export const isPayoutKeyValid = async (db: DbOrTx, key: string): Promise<boolean> =>
  (await db.$count(leavers, hasPayoutKey(key))) > 0

/** Stores the payout address and invalidates the key. The hourly job then pays. */
export async function setPayoutAddress(db: DbOrTx, key: string, email: string): Promise<boolean> {
  const rows = await db
    .update(leavers)
    .set({ paypalEmail: email, payoutKeyHash: null })
    .where(hasPayoutKey(key))
    .returning({ userId: leavers.userId })
  return rows.length > 0
}
