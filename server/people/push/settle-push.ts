import { and, eq, sql } from 'drizzle-orm'
import { devices } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import type { PushOutcome, PushTarget } from './push-sender.ts'

/** Statuses with which a push service may refuse a subscription for good, or a message for a while. */
const REFUSALS = new Set([400, 403])
/** Minimum number of refusals in a row before a subscription is removed. */
const MIN_REFUSALS = 5
/** Minimum days from the first of these refusals. A fault of the service is repaired by then. */
const MIN_DAYS_REFUSED = 3

/** Subscription to which a message was sent, and the time of its first refusal in a row. */
export type SentTo = { deviceId: number; target: PushTarget; refusedSince: Date | null }

/**
 * Records the result of a message at its subscription. Removes a subscription that has ended, and one
 * that was refused repeatedly for several days.
 * Returns the seconds after which the message must be queued again; undefined if it is settled.
 * Throws for an unknown time, so that the queue chooses one.
 */
export async function settlePush(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { deviceId, target, refusedSince }: SentTo,
  outcome: PushOutcome,
): Promise<number | undefined> {
  const same = and(eq(devices.id, deviceId), eq(devices.endpoint, target.endpoint))
  if (outcome.is === 'later') {
    if (outcome.seconds === null) throw new Error(`push not delivered: ${outcome.why}`)
    return outcome.seconds
  }
  if (outcome.is === 'gone') await db.delete(devices).where(same)
  if (outcome.is === 'sent' && refusedSince !== null)
    await db.update(devices).set({ refusals: 0, refusedSince: null }).where(same)
  if (outcome.is === 'refused') {
    const { status } = outcome
    log.warn('push refused', { service: new URL(target.endpoint).host, status })
    if (REFUSALS.has(status ?? 0)) await countRefusal(db, same)
  }
  return undefined
}

async function countRefusal(db: Deps['db'], same: ReturnType<typeof and>): Promise<void> {
  await db
    .update(devices)
    .set({
      refusals: sql`${devices.refusals} + 1`,
      refusedSince: sql`coalesce(${devices.refusedSince}, now())`,
    })
    .where(same)
  await db
    .delete(devices)
    .where(
      and(
        same,
        sql`${devices.refusals} >= ${MIN_REFUSALS}`,
        sql`${devices.refusedSince} <= now() - make_interval(days => ${MIN_DAYS_REFUSED})`,
      ),
    )
}
