import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import type { Db } from '../../platform/db/client.ts'
import { payoutBatches } from '../../platform/db/schema.ts'
import { numberOf, type RedemptionRow } from '../wallet/redemption-rows.ts'
import { PaypalFailure, type Creation, type Paypal } from './paypal-api.ts'
import { laterBy } from './next-look.ts'
import { waitingRows } from './queue-batch.ts'

/**
 * Number of days in which the same batch is sent again after a lost answer. PayPal refuses
 * duplicates of a batch for 30 days.
 */
const RETRY_DAYS = 25
const DAY_MS = 24 * 60 * 60 * 1000
const RETRY_SECONDS = 60
const MAX_RETRY_SECONDS = 3600

type BatchRow = typeof payoutBatches.$inferSelect
type BatchValues = Partial<typeof payoutBatches.$inferInsert>

/**
 * Creates a batch at PayPal. After a lost answer it sends the same batch id again, which PayPal
 * refuses with a link to the batch that exists.
 */
export async function sendBatch(db: Db, paypal: Paypal, batchId: number, at: Date): Promise<void> {
  const batch = await startTry(db, batchId, at)
  if (!batch) return
  const rows = await waitingRows(db, batchId)
  const creation = await paypal.create({
    senderBatchId: String(batchId),
    subject: `You have a payout from ${APP_NAME}`,
    items: rows.map((row) => ({
      senderItemId: String(row.id),
      receiver: row.target,
      cents: row.cents,
      note: numberOf(row),
    })),
  })
  const values = await resultOf(paypal, batch, { creation, rows, at })
  await db.update(payoutBatches).set(values).where(eq(payoutBatches.id, batchId))
}

/**
 * Counts a try before its request, so that a try that ends with the process is known. Returns
 * undefined if the batch must not be sent.
 */
async function startTry(db: Db, batchId: number, at: Date): Promise<BatchRow | undefined> {
  return db.transaction(async (tx) => {
    const own = eq(payoutBatches.id, batchId)
    const [batch] = await tx.select().from(payoutBatches).where(own).for('update')
    if (!batch || batch.method !== 'paypal' || batch.paypalId !== null) return undefined
    const { sentAt } = batch
    if (sentAt && at.getTime() - sentAt.getTime() > RETRY_DAYS * DAY_MS) {
      await tx.update(payoutBatches).set(giveUp(batchId)).where(own)
      return undefined
    }
    const values = {
      sentAt: sentAt ?? at,
      unknownTries: batch.unknownTries + 1,
      nextLookAt: laterBy(at, RETRY_SECONDS),
    }
    await tx.update(payoutBatches).set(values).where(own)
    return { ...batch, ...values }
  })
}

/** Hands a batch over to the operator, before PayPal would accept it a second time. */
const giveUp = (batchId: number): BatchValues => ({
  method: 'hand',
  nextLookAt: null,
  problem: `PayPal has not confirmed this batch for ${RETRY_DAYS} days. Look for the batch ${batchId} in PayPal’s activity, and record each payout with payouts paid or payouts rejected.`,
})

type Tried = { creation: Creation; rows: RedemptionRow[]; at: Date }

async function resultOf(paypal: Paypal, batch: BatchRow, tried: Tried): Promise<BatchValues> {
  const { creation, at } = tried
  if (creation.is === 'created') return accepted(creation.paypalId, at)
  if (creation.is === 'duplicate') return adopt(paypal, batch, creation.paypalId, tried)
  const { problem } = creation
  if (creation.is === 'unknown') return { problem, nextLookAt: retryAt(batch, at) }
  // An earlier try may have created the batch, so it is not free for another payment.
  const isFree = batch.unknownTries === 1
  const tries = isFree ? NOT_SENT : { unknownTries: batch.unknownTries - 1 }
  if (creation.is === 'later')
    return { ...tries, problem, nextLookAt: laterBy(at, creation.waitSeconds ?? RETRY_SECONDS * 5) }
  if (!isFree) return { ...tries, problem, nextLookAt: retryAt(batch, at) }
  return { ...REOPENED, problem: withPayouts(problem, tried.rows) }
}

const NOT_SENT = { sentAt: null, unknownTries: 0 } satisfies BatchValues
/** Values of a batch that PayPal did not create and that can be paid in either way. */
const REOPENED = { ...NOT_SENT, method: 'open', nextLookAt: null } satisfies BatchValues

const accepted = (paypalId: string, at: Date): BatchValues => ({
  paypalId,
  unknownTries: 0,
  problem: '',
  nextLookAt: at,
})

const retryAt = ({ unknownTries }: BatchRow, at: Date) =>
  laterBy(at, Math.min(MAX_RETRY_SECONDS, RETRY_SECONDS * 2 ** Math.min(unknownTries - 1, 10)))

/** Takes over a batch that PayPal has under our number, if it contains exactly these payouts. */
async function adopt(
  paypal: Paypal,
  batch: BatchRow,
  paypalId: string,
  { rows, at }: Tried,
): Promise<BatchValues> {
  try {
    const found = await paypal.read(paypalId)
    const cents = new Map(rows.map((row) => [String(row.id), row.cents]))
    const isSame =
      found.senderBatchId === String(batch.id) &&
      found.cents === rows.reduce((sum, row) => sum + row.cents, 0) &&
      found.items.every((item) => cents.get(item.senderItemId) === item.cents)
    if (isSame) return accepted(paypalId, at)
    return {
      ...REOPENED,
      problem: `PayPal has another batch with the number ${batch.id} (${paypalId}). Is this PayPal account used by another installation? Export the batch and pay it by hand.`,
    }
  } catch (error) {
    if (!(error instanceof PaypalFailure)) throw error
    return { problem: error.message, nextLookAt: retryAt(batch, at) }
  }
}

/** Replaces PayPal’s positions, such as `items[1].receiver`, with the numbers of payouts. */
const withPayouts = (problem: string, rows: RedemptionRow[]) =>
  problem.replaceAll(/items\[(\d+)\]/g, (found, place: string) => {
    const row = rows[Number(place)]
    return row ? `payout ${row.id}` : found
  })
