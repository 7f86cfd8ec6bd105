import { THRESHOLD, type WalletSettings, type WalletSettingsEdit } from '#contract/money/wallet.ts'
import type * as v from 'valibot'
import { requirePassword, type Asker } from '../../people/accounts/own-password.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { lockOwners } from '../ledger/lock.ts'
import { shownDollars, toCents, toDollars } from '../../platform/money.ts'
import { lockWallet, NO_NEXT, readWallet, writeWallet, type WalletRow } from './wallet-rows.ts'

type Settings = v.InferOutput<typeof WalletSettings>
type Edit = v.InferOutput<typeof WalletSettingsEdit>

export const readSettings = async (
  { db }: Deps,
  { id }: Pick<Asker, 'id'>,
  at: Date,
): Promise<Settings> => toSettings(await readWallet(db, id, at))

function toSettings(row: WalletRow): Settings {
  const { nextEmail, nextUsableAt } = row
  return {
    payment_threshold: toDollars(row.thresholdCents),
    min_threshold: THRESHOLD.least,
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
  user: Asker,
  edit: Edit,
  at: Date,
): Promise<Settings> {
  const thresholdCents = thresholdOf(edit)
  const before = await readWallet(deps.db, user.id, at)
  const asked = edit.paypal_email?.toLowerCase()
  const isNew = asked !== undefined && asked !== before.paypalEmail && asked !== before.nextEmail
  if (isNew) await requirePassword(deps, user, edit.password, { missing: NO_PASSWORD })
  return deps.db.transaction(async (tx) => {
    await lockOwners(tx, [user.id])
    const row = await lockWallet(tx, user.id, at)
    const next = isNew ? { ...NO_NEXT, nextEmail: asked, nextAskedAt: at } : {}
    // A change is cancelled by `paypal_email_next: null`, or by submitting the current address.
    const isTakenBack = edit.paypal_email_next === null && !isNew
    const back = isTakenBack || (asked !== undefined && asked === row.paypalEmail) ? NO_NEXT : {}
    const after = {
      ...row,
      ...(thresholdCents !== undefined && { thresholdCents }),
      ...(edit.auto_redeem !== undefined && { autoRedeem: edit.auto_redeem }),
      ...next,
      ...back,
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
  if (cents < THRESHOLD.least * 100 || cents > THRESHOLD.most * 100) {
    const [least, most] = [THRESHOLD.least, THRESHOLD.most].map((one) => shownDollars(one * 100))
    throw new FieldError('payment_threshold', `Enter an amount from ${least} to ${most}.`)
  }
  return cents
}
