import { eq, isNotNull } from 'drizzle-orm'
import { LATE_EARNINGS_MONTHS } from '#contract/people/leaving.ts'
import type { Tx } from '../../platform/db/client.ts'
import { leavers } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { sumsOf } from '../../money/ledger/balance.ts'
import { OWN_ACCOUNTS } from '../../platform/db/schema/ledger-schema.ts'
import { lockOwners } from '../../money/ledger/lock.ts'
import { forEachUser } from './for-each-user.ts'
import type { DeletionRequest } from '../../people/accounts/leavers.ts'
import { anonymiseMoney } from './purge.ts'
import { requestAll } from './redeem-all.ts'

/**
 * Pays out money of deleted accounts. Whatever has become available goes to their PayPal address,
 * without a minimum. A user without an address is asked for one by email. The row is deleted when
 * no more money can come, and after twelve months in any case. Any remaining balance still belongs
 * to the former user, see `payouts dormant`.
 */
export async function payFormerUsers(
  deps: Deps,
  signal: AbortSignal,
  now = new Date(),
): Promise<void> {
  const rows = await deps.db
    .select({ userId: leavers.userId })
    .from(leavers)
    .where(isNotNull(leavers.sweptAt))
  await forEachUser(rows, signal, (userId) =>
    deps.db.transaction((tx) => payFormerUser(deps, tx, userId, now)),
  )
}

async function payFormerUser(
  { jobs, config }: Deps,
  tx: Tx,
  userId: string,
  at: Date,
): Promise<void> {
  await lockOwners(tx, [userId])
  const [leaver] = await tx.select().from(leavers).where(eq(leavers.userId, userId)).for('update')
  if (!leaver) return
  await anonymiseMoney(tx, userId)
  const sums = await sumsOf(tx, userId)
  const toCome = OWN_ACCOUNTS.some(
    (account) => UNPAID_ACCOUNTS.has(account) && (sums[account] ?? 0) !== 0,
  )
  if (!toCome || retentionEnd(leaver) <= at) {
    await tx.delete(leavers).where(eq(leavers.userId, userId))
    return
  }
  const { available = 0 } = sums
  const { paypalEmail, toldCents } = leaver
  if (available <= 0 || (paypalEmail === '' && available === toldCents)) return
  if (paypalEmail !== '') await requestAll(tx, { userId, paypalEmail, at, rules: config })
  await tx.update(leavers).set({ toldCents: available }).where(eq(leavers.userId, userId))
  await jobs.add(tx, 'later-money-mail', { userId, cents: available })
}

/** Accounts with money that has not been paid out yet. */
const UNPAID_ACCOUNTS = new Set<string>(['pending', 'held', 'approved', 'available', 'reserved'])

export function retentionEnd({
  goneAt,
  requestedAt,
}: Pick<DeletionRequest, 'goneAt' | 'requestedAt'>): Date {
  const end = new Date(goneAt ?? requestedAt)
  end.setUTCMonth(end.getUTCMonth() + LATE_EARNINGS_MONTHS)
  return end
}
