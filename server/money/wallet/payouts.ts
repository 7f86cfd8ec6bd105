import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { notifyRedemption } from '../../people/activity/earnings.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { payoutBatches, redemptions, users, vouchers } from '../../platform/db/schema.ts'
import type { BatchMethod } from '../../platform/db/schema/wallet-schema.ts'
import { availableOf } from '../ledger/balance.ts'
import { lockOwners } from '../ledger/lock.ts'
import {
  canBecome,
  moveRedemption,
  recordChange,
  numberOf,
  type RedemptionRow,
} from './redemption-rows.ts'
import { renewVoucher } from './vouchers.ts'

const OPEN_STATES = ['in_review', 'requested', 'processing'] as const

/** Returns the requests that wait for the operator, oldest first. */
export const openPayouts = (db: DbOrTx): Promise<RedemptionRow[]> =>
  db
    .select()
    .from(redemptions)
    .where(inArray(redemptions.state, [...OPEN_STATES]))
    .orderBy(asc(redemptions.id))

/** Maximum number of payouts that PayPal accepts in one batch. */
const MAX_PAYPAL_ITEMS = 15_000

type OpenedBatch = { batchId: number; rows: RedemptionRow[] }

/**
 * Creates a batch of requested payouts. A batch by hand contains all PayPal and charity payouts; an
 * `open` one contains PayPal payouts, which can be sent. Requests that are locked by another
 * transaction are left for the next batch. Returns undefined if there are none.
 */
export async function openBatch(
  db: Db,
  at: Date,
  method: 'hand' | 'open' = 'hand',
): Promise<OpenedBatch | undefined> {
  const kind = method === 'open' ? eq(redemptions.kind, 'paypal') : ne(redemptions.kind, 'voucher')
  return db.transaction(async (tx) => {
    const waiting = await tx
      .select()
      .from(redemptions)
      .where(and(eq(redemptions.state, 'requested'), kind))
      .orderBy(asc(redemptions.id))
      .limit(MAX_PAYPAL_ITEMS)
      .for('update', { skipLocked: true })
    const rows: RedemptionRow[] = []
    // A user with a negative balance has requested more than is covered.
    for (const row of waiting) if ((await availableOf(tx, row.userId)) >= 0) rows.push(row)
    if (rows.length === 0) return undefined
    const [batch] = await tx.insert(payoutBatches).values({ createdAt: at, method }).returning()
    if (!batch) throw new Error('payout batch: insert returned no row')
    const ids = rows.map(({ id }) => id)
    await tx
      .update(redemptions)
      .set({ state: 'processing', batchId: batch.id })
      .where(inArray(redemptions.id, ids))
    for (const redemptionId of ids)
      await recordChange(tx, { redemptionId, state: 'processing', at })
    return { batchId: batch.id, rows }
  })
}

/**
 * Returns the rows of a batch for a file, and decides that it is paid by hand. Returns undefined if
 * the batch was sent through PayPal. Without rows, there is no such batch.
 */
export async function batchByHand(db: Db, batchId: number): Promise<OpenedBatch | undefined> {
  const isByHand = await db.transaction((tx) => claimByHand(tx, batchId))
  return isByHand ? { batchId, rows: await batchRows(db, batchId) } : undefined
}

/** Decides that a batch is paid by hand. Returns false if it was sent through PayPal. */
async function claimByHand(tx: Tx, batchId: number): Promise<boolean> {
  const method = await lockMethod(tx, batchId)
  if (method === 'open')
    await tx.update(payoutBatches).set({ method: 'hand' }).where(eq(payoutBatches.id, batchId))
  return method !== 'paypal'
}

/** Locks a batch until the commit and returns how it is paid. */
async function lockMethod(tx: Tx, batchId: number): Promise<BatchMethod | undefined> {
  const [batch] = await tx
    .select({ method: payoutBatches.method })
    .from(payoutBatches)
    .where(eq(payoutBatches.id, batchId))
    .for('update')
  return batch?.method
}

export const batchRows = (db: DbOrTx, batchId: number): Promise<RedemptionRow[]> =>
  db.select().from(redemptions).where(eq(redemptions.batchId, batchId)).orderBy(asc(redemptions.id))

type Decision = {
  state: 'requested' | 'paid' | 'rejected' | 'returned'
  why?: string
  reference?: string
  feeCents?: number
  at: Date
}

/** Approves requests after a review. */
export const approvePayouts = (db: Db, ids: number[], at: Date) =>
  decide(db, ids, { state: 'requested', at })

export const markPaid = (
  db: Db,
  ids: number[],
  paid: { reference: string; feeCents: number; at: Date },
) => decide(db, ids, { state: 'paid', ...paid })

export const rejectPayout = (db: Db, id: number, why: string, at: Date) =>
  decide(db, [id], { state: 'rejected', why, at })

/** Marks a paid request as returned. */
export const returnPayout = (db: Db, id: number, why: string, at: Date) =>
  decide(db, [id], { state: 'returned', why, at })

export type DecisionResult = { done: number[]; refused: { id: number; state: string }[] }

/** Decides each request in its own transaction. Those that cannot change are returned in `refused`. */
async function decide(db: Db, ids: number[], decision: Decision): Promise<DecisionResult> {
  const decided: DecisionResult = { done: [], refused: [] }
  for (const id of new Set(ids)) {
    const state = await db.transaction((tx) => decideOne(tx, id, decision))
    if (state === 'done') decided.done.push(id)
    else decided.refused.push({ id, state })
  }
  return decided
}

async function decideOne(tx: Tx, id: number, decision: Decision): Promise<string> {
  const [found] = await tx
    .select({ userId: redemptions.userId })
    .from(redemptions)
    .where(eq(redemptions.id, id))
  if (!found) return 'missing'
  await lockOwners(tx, [found.userId])
  const [row] = await tx.select().from(redemptions).where(eq(redemptions.id, id)).for('update')
  if (!row || row.state === decision.state || !canBecome(row.state, decision.state))
    return row?.state ?? 'missing'
  // Only PayPal itself returns a payout that was never paid.
  if (decision.state === 'returned' && row.state !== 'paid') return row.state
  if (!(await isDecidedByHand(tx, row, decision.state)))
    return `${row.state} and was sent to PayPal,`
  if (row.waitsForForm && (decision.state === 'requested' || decision.state === 'paid'))
    return 'waiting for a tax form'
  // The user can see the code of an approved gift card, so it cannot be returned.
  if (row.kind === 'voucher' && decision.state === 'returned') return row.state
  const state = row.kind === 'voucher' && decision.state === 'requested' ? 'paid' : decision.state
  if (row.kind === 'voucher' && state === 'paid' && !(await renewVoucher(tx, id)))
    return `${row.state}, with a gift card that ends too soon and no other in stock,`
  const { why = '', reference, feeCents, at } = decision
  if (row.kind === 'voucher' && state === 'rejected')
    await tx.update(vouchers).set({ redemptionId: null }).where(eq(vouchers.redemptionId, id))
  const { changeId } = await moveRedemption(tx, row, {
    state,
    why,
    at,
    ...(why !== '' && { note: why }),
    ...(state === 'paid' && { paidAt: at, reference: reference ?? '', feeCents: feeCents ?? 0 }),
  })
  await notifyUser(tx, row, { state, changeId, why })
  return 'done'
}

/**
 * Returns whether the operator may make this decision. PayPal decides about payouts that were sent
 * to it. Paying one payout by hand decides that the others of its batch are not sent either.
 */
async function isDecidedByHand(
  tx: Tx,
  { batchId }: RedemptionRow,
  next: Decision['state'],
): Promise<boolean> {
  if (batchId === null || next === 'returned') return true
  return next === 'paid' ? claimByHand(tx, batchId) : (await lockMethod(tx, batchId)) !== 'paypal'
}

type News = { state: Decision['state']; changeId: number; why: string }

/** Tells a user about a decision. */
export async function notifyUser(tx: Tx, row: RedemptionRow, { state, changeId, why }: News) {
  const { id: redemptionId, userId, cents } = row
  const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId))
  // The approval is only shown in the list, without a notification.
  if (!person || state === 'requested') return
  const number = numberOf(row)
  await notifyRedemption(tx, { userId, redemptionId, changeId, state, cents, number, why })
}
