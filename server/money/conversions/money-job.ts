import type { Deps } from '../../env.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { writeCheckpoints } from '../ledger/balance.ts'
import { requestDuePayouts } from '../wallet/auto-redeem.ts'
import { settleDue } from './settle-due.ts'
import { brandsToFund, fundOrders } from './funding.ts'
import { retryParked } from './parked.ts'
import { deleteOldCalls } from './postback-calls.ts'
import { priceWaiting } from './price-waiting.ts'

/** Runs all money changes that depend on time. A second run changes nothing. */
export async function settleMoney(deps: Deps, at: Date): Promise<void> {
  const { db, log } = deps
  await retryParked(deps, at)
  await priceWaiting(db, at)
  const onError = (userId: string, error: unknown) =>
    log.error('could not settle the money of a user', { userId, error })
  await settleDue(db, at, onError)
  for (const brandId of await brandsToFund(db)) await fundOrders(db, brandId, at)
  await requestDuePayouts(deps, at)
}

export const money: JobHandler<'money'> = (deps) => settleMoney(deps, new Date())

export const moneyUpkeep: JobHandler<'money-upkeep'> = async ({ db }) => {
  await writeCheckpoints(db)
  await deleteOldCalls(db)
}
