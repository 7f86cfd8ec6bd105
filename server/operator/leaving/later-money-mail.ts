import { and, eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { LATE_EARNINGS_MONTHS } from '#contract/leaving.ts'
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
  const { operatorEmail } = deps.config
  if (leaver.paypalEmail !== '') {
    const blocks = sentMail(sum, leaver.paypalEmail, operatorEmail)
    await deps.mail.send({
      to: leaver.email,
      subject: `${sum} of ${APP_NAME} is on its way`,
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
    subject: `${sum} of ${APP_NAME} is yours`,
    blocks: addressRequestMail(sum, link.href, operatorEmail),
  })
}

const earnedText = (sum: string) =>
  `${sum} that you earned with ${APP_NAME} became available after you left.`
const KEPT_TEXT = `Of your account nothing is kept but this address, for such mails, for ${LATE_EARNINGS_MONTHS} months after you left.`

const sentMail = (sum: string, paypal: string, operator: string): Block[] => [
  earnedText(sum),
  `It goes to the PayPal account of ${paypal}. The first payout is looked at by hand, usually within 3 days.`,
  `Is that address wrong? Write to ${operator}.`,
  KEPT_TEXT,
]

const addressRequestMail = (sum: string, href: string, operator: string): Block[] => [
  earnedText(sum),
  { action: 'Say where it is to go', href },
  `If that does not work, write to ${operator}. The money stays yours, however long it takes.`,
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
