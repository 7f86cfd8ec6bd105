import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { hashSecret, newSecret } from '../../people/accounts/one-time-keys.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { users, wallets } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import type { Block } from '../../platform/letters/letter.ts'
import { NO_PENDING_ADDRESS } from './wallet-rows.ts'

const WAITING_HOURS = 72
const KEY_DAYS = 7

/** Returns the condition for an unconfirmed address whose key has not expired. */
const isUnconfirmed = (keyHash: string) =>
  and(
    eq(wallets.nextKeyHash, keyHash),
    isNull(wallets.nextUsableAt),
    gt(wallets.nextAskedAt, sql`now() - make_interval(days => ${KEY_DAYS})`),
  )

/** Returns the address that this key would confirm, without changing anything. */
export async function addressOfKey(db: DbOrTx, key: string): Promise<string | undefined> {
  const [row] = await db
    .select({ email: wallets.nextEmail })
    .from(wallets)
    .where(isUnconfirmed(hashSecret(key)))
  return row?.email
}

export type Confirmed = { email: string; usableAt: Date | null }

/**
 * Confirms a payout address. The first address of an account is used at once. A later one is used
 * only after three days, in which the account owner can cancel the change.
 */
export async function confirmAddress(
  db: Db,
  key: string,
  at: Date,
): Promise<Confirmed | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(wallets)
      .where(isUnconfirmed(hashSecret(key)))
      .for('update')
    if (!row) return undefined
    const isFirst = row.paypalEmail === ''
    const usableAt = new Date(at.getTime() + WAITING_HOURS * 60 * 60 * 1000)
    await tx
      .update(wallets)
      .set(
        isFirst
          ? { paypalEmail: row.nextEmail, ...NO_PENDING_ADDRESS }
          : { nextKeyHash: null, nextUsableAt: usableAt },
      )
      .where(eq(wallets.userId, row.userId))
    // If it is also the address of the account, both are confirmed.
    await tx
      .update(users)
      .set({ emailConfirmedAt: at })
      .where(and(eq(users.id, row.userId), eq(users.email, row.nextEmail)))
    return { email: row.nextEmail, usableAt: isFirst ? null : usableAt }
  })
}

/** Activates confirmed addresses whose waiting period is over. */
export const activateWaitingAddresses = (db: DbOrTx, at: Date) =>
  db
    .update(wallets)
    .set({ paypalEmail: sql`${wallets.nextEmail}`, ...NO_PENDING_ADDRESS })
    .where(and(sql`${wallets.nextUsableAt} <= ${at}`, ne(wallets.nextEmail, '')))

/**
 * Sends the confirmation to the new address, and notices to the account's and the previous payout
 * address.
 */
export const payoutAddressMail: JobHandler<'payout-address-mail'> = async (
  deps,
  { userId, about },
) => {
  const [found] = await deps.db
    .select({ wallet: wallets, email: users.email })
    .from(wallets)
    .innerJoin(users, eq(users.id, wallets.userId))
    .where(eq(wallets.userId, userId))
  // The change was cancelled meanwhile, or confirmed with the email of an earlier attempt.
  if (!found || found.wallet.nextEmail === '' || found.wallet.nextUsableAt) return
  const { nextEmail, paypalEmail } = found.wallet
  if (about !== 'confirm') {
    const to = about === 'changed' ? found.email : paypalEmail
    if (to === '' || to === nextEmail || (about === 'changed-payee' && to === found.email)) return
    const blocks = changed(nextEmail, deps.config.appOrigin)
    await deps.mail.send({ to, subject: CHANGED_SUBJECT, blocks })
    return
  }
  const key = newSecret()
  await deps.db
    .update(wallets)
    .set({ nextKeyHash: hashSecret(key) })
    .where(and(eq(wallets.userId, userId), eq(wallets.nextEmail, nextEmail)))
  const { href } = new URL(`/confirm-email/payout/${key}`, deps.config.appOrigin)
  await deps.mail.send({
    // Only the link of the latest mail works, so mails must not be treated as duplicates.
    id: key,
    to: nextEmail,
    subject: `Confirm your payout address for ${APP_NAME}`,
    blocks: confirm(href),
  })
}

const CHANGED_SUBJECT = `Your ${APP_NAME} payout address is about to change`

const confirm = (href: string): Block[] => [
  `Someone wants to receive the payouts of their ${APP_NAME} account at this address.`,
  { action: 'Confirm this address', href },
  `The link expires in ${KEY_DAYS} days. If this wasn’t you, ignore this email. Nothing changes.`,
]

const changed = (email: string, origin: string): Block[] => [
  `Someone with your password asked to send your payouts to ${email}.`,
  `If this was you, confirm the change with the link we sent to the new address. We use it ${WAITING_HOURS} hours after that.`,
  'If this wasn’t you, set a new password now and change the address back. A new password signs out all devices.',
  { action: 'Set a new password', href: `${origin}/multi-connect/forgot-password` },
]
