import type { Tx } from '../../platform/db/client.ts'
import { coverDeficit } from '../wallet/cover-deficit.ts'
import { settleBonus } from './bonus.ts'
import { place, type Draft, type Facts, type ChangeDetails } from './place.ts'
import { queueReward } from './reward-due.ts'
import type { Conversion } from './states.ts'

/**
 * Applies `place` and its consequences: bonuses that are reached or lost, the referrer's reward,
 * and payout requests that the balance no longer covers. Needs the lock on the user. Returns
 * undefined if a new conversion was stored by another call meanwhile.
 */
export async function move(
  tx: Tx,
  before: Conversion,
  facts: Facts,
  details: ChangeDetails,
): Promise<Conversion>
export async function move(
  tx: Tx,
  before: Conversion | Draft,
  facts: Facts,
  details: ChangeDetails,
): Promise<Conversion | undefined>
export async function move(
  tx: Tx,
  before: Conversion | Draft,
  facts: Facts,
  details: ChangeDetails,
): Promise<Conversion | undefined> {
  const after = await place(tx, before, facts, details)
  if (!after) return undefined
  const changesSales = salesOf(before) !== salesOf(after)
  if (changesSales) await settleBonus(tx, after.userId, details.at)
  await queueReward(tx, before, after)
  // A bonus may have been reversed too, which was available although this conversion was not.
  if (changesSales || before.account === 'available')
    await coverDeficit(tx, after.userId, details.at)
  return after
}

/** Returns the amount that counts towards a bonus. */
const salesOf = ({ state, returnPassed, baseCents }: Draft) =>
  returnPassed && (state === 'approved' || state === 'available') ? baseCents : 0
