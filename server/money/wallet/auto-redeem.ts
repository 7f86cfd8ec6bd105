import { and, eq, ne } from 'drizzle-orm'
import { wallets } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { availableOf } from '../ledger/balance.ts'
import { toDollars } from '../../platform/money.ts'
import { moveRested } from './payout-address.ts'
import { redeem } from './redeem.ts'

/** Requests that people want made by themselves, as soon as there is enough; off unless asked for. */
export async function requestDue(
  { db, log, config }: Pick<Deps, 'db' | 'log' | 'config'>,
  at: Date,
): Promise<void> {
  await moveRested(db, at)
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
      // The address of the account is not confirmed, or somebody was faster.
      if (!(error instanceof FieldError)) log.error('not redeemed by itself', { userId, error })
    }
  }
}
