import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/client.ts'
import { brands, conversions, postbackCalls } from '../../platform/db/schema.ts'
import { findLink } from '../../links/link-names.ts'
import { lockOwners } from '../ledger/lock.ts'
import { move } from './move.ts'
import type { Facts } from './place.ts'
import { answerOf, assignFunds } from './postback.ts'
import { settleCall, type PendingInput } from './postback-calls.ts'
import type { Conversion } from './states.ts'
import { takeOrder } from './take-order.ts'

const AUTHOR = 'operator'

/** Result of an operator's decision on a conversion. `problem`: why nothing was changed. */
export type DecisionResult = { conversion: Conversion } | { problem: string }

/** Approves a conversion: ends a hold, or pays it again after a reversal, with a reason. */
export async function approveConversion(
  db: Db,
  id: number,
  { why, at }: { why: string; at: Date },
): Promise<DecisionResult> {
  const decided = await decide(db, id, (row) => {
    if (row.kind !== 'commission')
      return 'is not a commission: bonuses and rewards follow from sales'
    if (row.reversedAt && why === '') return 'was reversed: say --why it is to be paid again'
    if (row.approvedAt && !row.holdRule && !row.reversedAt) return 'is approved already'
    const facts = { holdRule: null, holdLookAt: null, reversedAt: null, approvedAt: at }
    return { what: 'approved', facts, why, at }
  })
  if ('conversion' in decided) await assignFunds({ db }, decided.conversion, at)
  return decided
}

export const reverseConversion = (
  db: Db,
  id: number,
  { why, at }: { why: string; at: Date },
): Promise<DecisionResult> =>
  decide(db, id, (row) => {
    if (row.kind !== 'commission')
      return 'is not a commission: bonuses and rewards follow from sales'
    if (row.reversedAt) return 'is reversed already'
    return { what: 'reversed', facts: { reversedAt: at }, why, at }
  })

type Step = { what: string; facts: Facts; why: string; at: Date }

const decide = (
  db: Db,
  id: number,
  stepOf: (row: Conversion) => Step | string,
): Promise<DecisionResult> =>
  db.transaction(async (tx) => {
    const found = await read(tx, id)
    if (!found) return { problem: 'does not exist' }
    await lockOwners(tx, [found.userId])
    const row = await read(tx, id)
    if (!row) return { problem: 'does not exist' }
    const step = stepOf(row)
    if (typeof step === 'string') return { problem: step }
    const { facts, ...change } = step
    return { conversion: await move(tx, row, facts, { ...change, by: AUTHOR }) }
  })

async function read(tx: Tx, id: number): Promise<Conversion | undefined> {
  const [row] = await tx.select().from(conversions).where(eq(conversions.id, id))
  return row
}

/** Assigns an order with an unknown click to the owner of a link. */
export async function assignCall(
  db: Db,
  callId: number,
  { code, at }: { code: string; at: Date },
): Promise<DecisionResult> {
  const [found] = await db
    .select({ call: postbackCalls, brand: brands })
    .from(postbackCalls)
    .innerJoin(brands, eq(brands.id, postbackCalls.brandId))
    .where(eq(postbackCalls.id, callId))
  if (!found || (found.call.state !== 'unknown' && found.call.state !== 'parked'))
    return { problem: 'is no call that waits for its click' }
  const link = await findLink(db, code)
  if (!link) return { problem: `cannot be assigned to ${code}: this link does not exist` }
  // Written by `storeCall`.
  const { signedAt, fingerprint, ...input } = found.call.input as PendingInput
  const result = await takeOrder(db, {
    brand: found.brand,
    input: { ...input, orderedAt: input.orderedAt ?? found.call.at.toISOString() },
    by: AUTHOR,
    ...(fingerprint !== undefined && { fingerprint }),
    signedAt: signedAt === null ? null : new Date(signedAt),
    at,
    attributed: {
      by: 'operator',
      userId: link.userId,
      linkId: link.id,
      linkName: link.name,
      click: null,
    },
  })
  if (result === 'unknown') return { problem: 'has no owner' }
  if ('errors' in result) return { problem: Object.values(result.errors).flat().join(' ') }
  await settleCall(db, callId, { state: 'assigned', status: 200, answer: answerOf(result) })
  await assignFunds({ db }, result.conversion, at)
  return result
}
