import type { Tx } from '../db/client.ts'
import { FieldError } from '../http/errors.ts'
import { availableOf } from '../ledger/balance.ts'
import { lockOwners } from '../ledger/lock.ts'
import { refuseUnconfirmed, request } from '../wallet/redeem.ts'
import type { FormRules } from '../wallet/tax-form.ts'
import { readWallet } from '../wallet/wallet-rows.ts'

/** Whoever leaves may have all of it, below the minimum, too (nothing is lost by leaving). */
export async function redeemAll(
  tx: Tx,
  { userId, at, rules }: Pick<Payee, 'userId' | 'at' | 'rules'>,
): Promise<void> {
  await refuseUnconfirmed(tx, userId)
  await lockOwners(tx, [userId])
  const { paypalEmail } = await readWallet(tx, userId, at)
  if (paypalEmail === '')
    throw new FieldError('redeem', 'Add a PayPal address in your payout settings first.')
  await requestAll(tx, { userId, paypalEmail, at, rules })
}

type Payee = { userId: string; paypalEmail: string; at: Date; rules: FormRules }

/** Requests whatever is available; answers how much. Under the lock of the person. */
export async function requestAll(tx: Tx, payee: Payee): Promise<number> {
  const { userId, paypalEmail, at, rules } = payee
  const cents = await availableOf(tx, userId)
  if (cents <= 0) return 0
  await request(tx, { userId, cents, at, kind: 'paypal', target: paypalEmail }, rules)
  return cents
}
