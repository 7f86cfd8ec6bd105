import {
  THRESHOLD_LIMITS,
  type WalletSettings,
  type WalletSettingsEdit,
} from '#contract/money/wallet.ts'
import type * as v from 'valibot'
import { requirePassword, type SessionUser } from '../../people/accounts/own-password.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { lockOwners } from '../ledger/lock.ts'
import { formatCents, toCents, toDollars } from '../../platform/money.ts'
import {
  lockWallet,
  NO_PENDING_ADDRESS,
  readWallet,
  writeWallet,
  type WalletRow,
} from './wallet-rows.ts'

type Settings = v.InferOutput<typeof WalletSettings>
type Edit = v.InferOutput<typeof WalletSettingsEdit>

export const readSettings = async (
  { db }: Deps,
  { id }: Pick<SessionUser, 'id'>,
  at: Date,
): Promise<Settings> => toSettings(await readWallet(db, id, at))

function toSettings(row: WalletRow): Settings {
  const { nextEmail, nextUsableAt } = row
  return {
    payment_threshold: toDollars(row.thresholdCents),
    min_threshold: THRESHOLD_LIMITS.min,
    paypal_email: row.paypalEmail,
    paypal_email_next:
      nextEmail === ''
        ? null
        : { email: nextEmail, usable_at: nextUsableAt?.toISOString() ?? null },
    auto_redeem: row.autoRedeem,
  }
}

const NO_PASSWORD = 'Enter your password to change the address.'

/**
 * Changes a user's payout settings. A new address needs the password, regardless of how the user
 * signed in. Then it must be confirmed by email, and the previous address is notified.
 */
export async function editSettings(
  deps: Deps,
  user: SessionUser,
  edit: Edit,
  at: Date,
): Promise<Settings> {
  const thresholdCents = thresholdOf(edit)
  const before = await readWallet(deps.db, user.id, at)
  const requestedEmail = edit.paypal_email?.toLowerCase()
  const isNew =
    requestedEmail !== undefined &&
    requestedEmail !== before.paypalEmail &&
    requestedEmail !== before.nextEmail
  if (isNew) await requirePassword(deps, user, edit.password, { missing: NO_PASSWORD })
  return deps.db.transaction(async (tx) => {
    await lockOwners(tx, [user.id])
    const row = await lockWallet(tx, user.id, at)
    const newAddress = isNew
      ? { ...NO_PENDING_ADDRESS, nextEmail: requestedEmail, nextAskedAt: at }
      : {}
    // A change is cancelled by `paypal_email_next: null`, or by submitting the current address.
    const isCancelled = edit.paypal_email_next === null && !isNew
    const cancelledAddress =
      isCancelled || (requestedEmail !== undefined && requestedEmail === row.paypalEmail)
        ? NO_PENDING_ADDRESS
        : {}
    const after = {
      ...row,
      ...(thresholdCents !== undefined && { thresholdCents }),
      ...(edit.auto_redeem !== undefined && { autoRedeem: edit.auto_redeem }),
      ...newAddress,
      ...cancelledAddress,
    }
    await writeWallet(tx, after)
    if (isNew) {
      const about = ['confirm', 'changed', 'changed-payee'] as const
      for (const one of about)
        await deps.jobs.add(tx, 'payout-address-mail', { userId: user.id, about: one })
    }
    return toSettings(after)
  })
}

function thresholdOf({ payment_threshold: dollars }: Edit): number | undefined {
  if (dollars === undefined) return undefined
  const cents = toCents(dollars)
  if (cents < THRESHOLD_LIMITS.min * 100 || cents > THRESHOLD_LIMITS.max * 100) {
    const [least, most] = [THRESHOLD_LIMITS.min, THRESHOLD_LIMITS.max].map((one) =>
      formatCents(one * 100),
    )
    throw new FieldError('payment_threshold', `Enter an amount from ${least} to ${most}.`)
  }
  return cents
}
