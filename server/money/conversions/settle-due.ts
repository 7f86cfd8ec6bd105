import { and, eq, lte, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/client.ts'
import { conversions } from '../../platform/db/schema.ts'
import { lockOwners } from '../ledger/lock.ts'
import { settleBonus } from './bonus.ts'
import type { Facts } from './place.ts'
import { move } from './move.ts'
import { HOLDS } from './hold-rules.ts'
import { isAvailable, type Conversion } from './states.ts'

const BATCH_SIZE = 200
const RULES_THAT_END = Object.entries(HOLDS)
  .filter(([, { endsByItself }]) => endsByItself)
  .map(([rule]) => rule)

const holdIsOver = (at: Date) => sql`
  (${conversions.approvedAt} is null and ${conversions.reversedAt} is null
    and ${conversions.holdEndsAt} <= ${at})`
const becomesFree = (at: Date) => sql`
  (${conversions.state} = 'approved' and ${conversions.minHoldEndsAt} <= ${at}
    and ${conversions.dollars} is not null
    and (${conversions.guaranteed} or ${conversions.fundedAt} is not null))`
const isReviewOver = (at: Date) => sql`
  (${conversions.state} = 'held' and ${conversions.holdLookAt} <= ${at}
    and ${conversions.holdRule} in (${sql.join(
      RULES_THAT_END.map((rule) => sql`${rule}`),
      sql`, `,
    )}))`
/**
 * States in which one of these steps is possible. The index `conversions_open` contains exactly
 * these rows.
 */
const isOpen = sql`${conversions.state} in ('pending', 'held', 'approved')`
const isReturnPeriodOver = (at: Date) =>
  and(eq(conversions.returnPassed, false), lte(conversions.returnEndsAt, at))

/**
 * Applies all changes that are due: the end of a hold, of the minimum hold, of a review and of the
 * return period. `onError` is called for users whose update failed.
 */
export async function settleDue(
  db: Db,
  at: Date,
  onError: (userId: string, error: unknown) => void,
): Promise<void> {
  const failing = new Set<string>()
  for (;;) {
    const people = await peopleDue(db, at)
    const remaining = people.filter((userId) => !failing.has(userId))
    if (remaining.length === 0) return
    for (const userId of remaining) {
      try {
        await db.transaction((tx) => settlePerson(tx, userId, at))
      } catch (error) {
        failing.add(userId)
        onError(userId, error)
      }
    }
  }
}

async function peopleDue(db: Db, at: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: conversions.userId })
    .from(conversions)
    .where(or(holdIsOver(at), becomesFree(at), isReviewOver(at), isReturnPeriodOver(at)))
    .limit(BATCH_SIZE)
  return rows.map(({ userId }) => userId)
}

async function settlePerson(tx: Tx, userId: string, at: Date): Promise<void> {
  await lockOwners(tx, [userId])
  const own = eq(conversions.userId, userId)
  const rows = await tx
    .select()
    .from(conversions)
    .where(and(own, isOpen, or(holdIsOver(at), becomesFree(at), isReviewOver(at))))
    .orderBy(conversions.id)
  for (const row of rows) {
    const { what, facts } = stepAt(row, at)
    await move(tx, row, facts, { what, at })
  }
  const returned = await tx
    .update(conversions)
    .set({ returnPassed: true })
    .where(and(own, isReturnPeriodOver(at)))
    .returning({ id: conversions.id })
  if (returned.length > 0) await settleBonus(tx, userId, at)
}

function stepAt(row: Conversion, at: Date): { what: string; facts: Facts } {
  const released = row.state === 'held' && row.holdLookAt !== null && row.holdLookAt <= at
  const endsHold =
    released && row.holdRule !== null && HOLDS[row.holdRule].endsByItself
      ? { holdRule: null, holdLookAt: null }
      : {}
  const approves = row.approvedAt === null && row.holdEndsAt <= at
  const facts = { ...endsHold, ...(approves && { approvedAt: at }) }
  const becomesAvailable = isAvailable({ ...row, ...facts }, at)
  const what = approves ? 'hold-over' : becomesAvailable ? 'available' : 'released'
  return { what, facts }
}
