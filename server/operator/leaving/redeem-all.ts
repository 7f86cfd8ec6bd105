import type { Tx } from '../../platform/db/client.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { availableOf } from '../../money/ledger/balance.ts'
import { lockOwners } from '../../money/ledger/lock.ts'
import { refuseForNow, request } from '../../money/wallet/redeem.ts'
import type { FormRules } from '../../money/wallet/tax-form.ts'
import { readWallet } from '../../money/wallet/wallet-rows.ts'

/**
 * Requests a payout of the whole available balance, even below the minimum, because the account is
 * about to be deleted.
 */
export async function redeemAll(
  tx: Tx,
  { userId, at, rules }: Pick<PayoutRequest, 'userId' | 'at' | 'rules'>,
): Promise<void> {
  await refuseForNow(tx, userId, at)
  await lockOwners(tx, [userId])
  const { paypalEmail } = await readWallet(tx, userId, at)
  if (paypalEmail === '')
    throw new FieldError('redeem', 'Add a PayPal address in your payout settings first.')
  await requestAll(tx, { userId, paypalEmail, at, rules })
}

type PayoutRequest = { userId: string; paypalEmail: string; at: Date; rules: FormRules }

/**
 * Requests a payout of the available balance. Returns its amount in cents. The caller must hold the
 * owner's lock.
 */
export async function requestAll(tx: Tx, payee: PayoutRequest): Promise<number> {
  const { userId, paypalEmail, at, rules } = payee
  const cents = await availableOf(tx, userId)
  if (cents <= 0) return 0
  await request(tx, { userId, cents, at, kind: 'paypal', target: paypalEmail }, rules)
  return cents
}
