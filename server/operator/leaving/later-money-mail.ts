import { and, eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { LATER_MONEY_MONTHS } from '#contract/leaving.ts'
import { hashSecret, newSecret } from '../../people/accounts/one-time-keys.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { leavers } from '../../platform/db/schema.ts'
import type { Block } from '../../platform/letters/letter.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { shownDollars } from '../../platform/money.ts'
import { findLeaver } from '../../people/accounts/leavers.ts'

/**
 * Emails a former user about money that became available after the account was deleted. Without a
 * PayPal address, the email asks for one.
 */
export const laterMoneyMail: JobHandler<'later-money-mail'> = async (deps, { userId, cents }) => {
  const leaver = await findLeaver(deps.db, userId)
  if (!leaver || leaver.email === '') return
  const sum = shownDollars(cents)
  const { operatorEmail } = deps.config
  if (leaver.paypalEmail !== '') {
    const blocks = sent(sum, leaver.paypalEmail, operatorEmail)
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
    blocks: asked(sum, link.href, operatorEmail),
  })
}

const earned = (sum: string) =>
  `${sum} that you earned with ${APP_NAME} became available after you left.`
const KEPT = `Of your account nothing is kept but this address, for such mails, for ${LATER_MONEY_MONTHS} months after you left.`

const sent = (sum: string, paypal: string, operator: string): Block[] => [
  earned(sum),
  `It goes to the PayPal account of ${paypal}. The first payout is looked at by hand, usually within 3 days.`,
  `Is that address wrong? Write to ${operator}.`,
  KEPT,
]

const asked = (sum: string, href: string, operator: string): Block[] => [
  earned(sum),
  { action: 'Say where it is to go', href },
  `If that does not work, write to ${operator}. The money stays yours, however long it takes.`,
  KEPT,
]

const ofKey = (key: string) =>
  and(eq(leavers.payoutKeyHash, hashSecret(key)), eq(leavers.paypalEmail, ''))

/** Returns whether the key from an email is valid and still needs an address. */
export const isAsked = async (db: DbOrTx, key: string): Promise<boolean> =>
  (await db.$count(leavers, ofKey(key))) > 0

/** Stores the payout address and invalidates the key. The hourly job then pays. */
export async function setPayoutAddress(db: DbOrTx, key: string, email: string): Promise<boolean> {
  const rows = await db
    .update(leavers)
    .set({ paypalEmail: email, payoutKeyHash: null })
    .where(ofKey(key))
    .returning({ userId: leavers.userId })
  return rows.length > 0
}
