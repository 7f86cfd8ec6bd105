import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/client.ts'
import { payoutBatches, redemptions } from '../../platform/db/schema.ts'
import { lockOwners } from '../ledger/lock.ts'
import { batchRows, notifyUser } from '../wallet/payouts.ts'
import { moveRedemption, type RedemptionRow } from '../wallet/redemption-rows.ts'
import { effectOf, reasonOf, waitingNote } from './item-states.ts'
import { laterBy, nextLook } from './next-look.ts'
import { PaypalFailure, type Paypal } from './paypal-api.ts'
import type { PaypalBatch, PaypalItem } from './paypal-answers.ts'

const RETRY_SECONDS = 600
/** PayPal sends unclaimed payouts back after 30 days. One that is left over is canceled. */
const UNCLAIMED_DAYS = 31
const DAY_MS = 24 * 60 * 60 * 1000

export type SentBatch = { id: number; paypalId: string; sentAt: Date }

/**
 * Reads a batch from PayPal and pays or returns its payouts accordingly, each in a transaction of
 * its own. A second run changes nothing.
 */
export async function lookAtBatch(
  db: Db,
  paypal: Paypal,
  batch: SentBatch,
  at: Date,
): Promise<void> {
  const values = await readResults(db, paypal, batch, at).catch((error: unknown) => {
    if (!(error instanceof PaypalFailure)) throw error
    const nextLookAt = laterBy(at, error.waitSeconds ?? RETRY_SECONDS)
    return { problem: error.message, nextLookAt }
  })
  await db.update(payoutBatches).set(values).where(eq(payoutBatches.id, batch.id))
}

async function readResults(db: Db, paypal: Paypal, batch: SentBatch, at: Date) {
  const found = await paypal.read(batch.paypalId)
  const problems = await applyItems(db, batch, { found, at })
  await cancelOverdue(paypal, batch, { found, at })
  const rows = await batchRows(db, batch.id)
  const hasWaiting = rows.some(({ state }) => state === 'processing')
  return { problem: problems.join(' '), nextLookAt: nextLook(batch.sentAt, at, hasWaiting) }
}

type Look = { found: PaypalBatch; at: Date }

/** Applies all items and returns the problems for the operator. */
async function applyItems(db: Db, batch: SentBatch, { found, at }: Look): Promise<string[]> {
  const rows = new Map((await batchRows(db, batch.id)).map((row) => [String(row.id), row]))
  const problems: string[] = []
  for (const item of [...found.items, ...deniedItems(found, rows)]) {
    const row = rows.get(item.senderItemId)
    if (row && isKnown(row, item)) continue
    const problem = row
      ? await db.transaction((tx) => applyItem(tx, row, item, at))
      : `PayPal’s batch contains a payout ${item.senderItemId} that is not part of it.`
    if (problem !== undefined) problems.push(problem)
  }
  return problems
}

/** Returns whether this result was applied before. */
const isKnown = (row: RedemptionRow, { state, feeCents }: PaypalItem) =>
  row.paypalState === state && row.paypalFeeCents === feeCents && effectOf(state) !== undefined

const DENIED_BATCH = /^(?:DENIED|CANCELED)$/

/** Returns items for payouts that PayPal does not list because it refused the whole batch. */
function deniedItems({ state, items }: PaypalBatch, rows: Map<string, RedemptionRow>) {
  if (!DENIED_BATCH.test(state)) return []
  const listed = new Set(items.map(({ senderItemId }) => senderItemId))
  return [...rows.values()]
    .filter(({ id }) => !listed.has(String(id)))
    .map((row): PaypalItem => {
      const ids = { senderItemId: String(row.id), itemId: '', transactionId: '' }
      return { ...ids, state, cents: row.cents, feeCents: 0, error: '' }
    })
}

/** Applies the state of one payout. Returns a problem for the operator, if there is one. */
async function applyItem(
  tx: Tx,
  { id, userId }: RedemptionRow,
  item: PaypalItem,
  at: Date,
): Promise<string | undefined> {
  await lockOwners(tx, [userId])
  const [row] = await tx.select().from(redemptions).where(eq(redemptions.id, id)).for('update')
  if (!row) return undefined
  if (row.cents !== item.cents) return `PayPal’s amount of payout ${id} differs.`
  const effect = effectOf(item.state)
  if (effect === undefined) return `Payout ${id} has the unknown state ${item.state} at PayPal.`
  const facts = { paypalState: item.state, paypalFeeCents: item.feeCents }
  if (effect === 'pay' && row.state === 'processing') {
    const reference = item.transactionId || item.itemId
    const paid = { state: 'paid', paidAt: at, note: '', reference, at, ...facts } as const
    const { changeId } = await moveRedemption(tx, row, paid)
    await notifyUser(tx, row, { state: 'paid', changeId, why: '' })
    return undefined
  }
  if (effect === 'return' && (row.state === 'processing' || row.state === 'paid')) {
    const why = reasonOf(item)
    const returned = { state: 'returned', why, note: why, at, ...facts } as const
    const { changeId } = await moveRedemption(tx, row, returned)
    await notifyUser(tx, row, { state: 'returned', changeId, why })
    return undefined
  }
  if (effect === 'pay' && row.state !== 'paid')
    return `PayPal says that payout ${id} was paid, but it is ${row.state} here.`
  const note = row.state === 'processing' ? { note: waitingNote(item.state, row) } : {}
  await tx
    .update(redemptions)
    .set({ ...facts, ...note })
    .where(eq(redemptions.id, id))
  return undefined
}

/**
 * Asks PayPal to send back payouts that nobody accepted. The money is only returned when PayPal
 * reports that it did, so a payout that is accepted at the last moment is not paid twice.
 */
async function cancelOverdue(paypal: Paypal, { sentAt }: SentBatch, { found, at }: Look) {
  if (at.getTime() - sentAt.getTime() < UNCLAIMED_DAYS * DAY_MS) return
  for (const { state, itemId } of found.items)
    if (state === 'UNCLAIMED') await paypal.cancelUnclaimed(itemId)
}
