import { and, eq, gt } from 'drizzle-orm'
import { RECOVERY_HOURS } from '#contract/people/factors.ts'
import type { DbOrTx } from '../../../platform/db/client.ts'
import { factorRecoveries } from '../../../platform/db/schema.ts'
import { FieldError } from '../../../platform/http/errors.ts'

/**
 * Throws for some days after a second factor was removed without being used, in which the owner of
 * the account can object, as with a new payout address. `next` says what works afterwards.
 */
export async function refuseAfterReset(
  db: DbOrTx,
  userId: string,
  { at, next }: { at: Date; next: string },
): Promise<void> {
  const since = new Date(at.getTime() - RECOVERY_HOURS * 60 * 60 * 1000)
  const { finishedAt } = factorRecoveries
  const recent = and(eq(factorRecoveries.userId, userId), gt(finishedAt, since))
  if ((await db.$count(factorRecoveries, recent)) === 0) return
  throw new FieldError(
    'non_field_errors',
    `Your second factor was reset in the last ${RECOVERY_HOURS} hours. ${next} after that.`,
  )
}
