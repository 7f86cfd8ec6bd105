import { and, eq, ne } from 'drizzle-orm'
import { wallets } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { availableOf } from '../ledger/balance.ts'
import { toDollars } from '../../platform/money.ts'
import { activateWaitingAddresses } from './payout-address.ts'
import { redeem } from './redeem.ts'

/**
 * Creates payout requests for users who have enabled automatic payouts and reached their threshold.
 * Off by default.
 */
export async function requestDuePayouts(
  { db, log, config }: Pick<Deps, 'db' | 'log' | 'config'>,
  at: Date,
): Promise<void> {
  await activateWaitingAddresses(db, at)
  const rows = await db
    .select()
    .from(wallets)
    .where(and(eq(wallets.autoRedeem, true), ne(wallets.paypalEmail, '')))
  for (const { userId, thresholdCents } of rows) {
    const cents = await availableOf(db, userId)
    if (cents < thresholdCents) continue
    try {
      await redeem({ db, config }, userId, { value: toDollars(cents) }, at)
    } catch (error) {
      // Expected: the account's address is not confirmed, or the user made a request meanwhile.
      if (!(error instanceof FieldError))
        log.error('automatic payout request failed', { userId, error })
    }
  }
}
