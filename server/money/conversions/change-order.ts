import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { conversionChanges } from '../../platform/db/schema.ts'
import { earningsOf } from './commission.ts'
import { move } from './move.ts'
import type { Facts } from './place.ts'
import { linesOf, type Order, type Refusal } from './record-order.ts'
import { dollarsOf, ratesOf } from './rates.ts'
import type { Conversion } from './states.ts'

type Change = Omit<Order, 'attributed'>
type Step = { what: string; facts: Facts } | Refusal | null

const refusal = (field: string, message: string): Refusal => ({ errors: { [field]: [message] } })

/**
 * Applies a further call about a known order. A repeated call changes nothing, nor does a call that
 * was signed before the latest one. Needs the lock on the user.
 */
export async function changeOrder(
  tx: Tx,
  row: Conversion,
  change: Change,
): Promise<Conversion | Refusal> {
  const { input, fingerprint, signedAt, by, at } = change
  if (signedAt && row.signedAt && signedAt < row.signedAt) return row
  if (fingerprint !== undefined && (await wasSeen(tx, row.id, fingerprint))) return row
  const step = await nextStep(tx, row, change)
  if (step === null) return row
  if ('errors' in step) return step
  return move(
    tx,
    row,
    { ...step.facts, ...(signedAt && { signedAt }) },
    { what: step.what, why: input.reason, by, at, ...(fingerprint && { fingerprint }) },
  )
}

async function wasSeen(tx: Tx, conversionId: number, fingerprint: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: conversionChanges.id })
    .from(conversionChanges)
    .where(
      and(
        eq(conversionChanges.conversionId, conversionId),
        eq(conversionChanges.fingerprint, fingerprint),
      ),
    )
    .limit(1)
  return row !== undefined
}

async function nextStep(tx: Tx, row: Conversion, change: Change): Promise<Step> {
  const { input, at } = change
  if (row.reversedAt) return afterReversal(tx, row, change)
  if (input.status === 'reversed') return reversal(row, change)
  if (row.approvedAt) return afterApproval(row, change)
  const facts = await amountOf(tx, row, change)
  if (input.status === 'approved') return { what: 'approved', facts: { ...facts, approvedAt: at } }
  return facts ? { what: 'amount', facts } : null
}

/**
 * Reverses the whole order. The amount may be omitted, zero, or the full one. For a partial refund,
 * the brand sends `approved` with the remaining amount.
 */
function reversal(row: Conversion, { input, at }: Change): Step {
  if (input.reason === '') return refusal('reason', 'Give a reason for the reversal.')
  const isPart = input.minor !== null && input.minor > 0 && input.minor < row.originalMinor
  return isPart
    ? refusal('amount', PARTIAL_REVERSAL_ERROR)
    : { what: 'reversed', facts: { reversedAt: at } }
}

const PARTIAL_REVERSAL_ERROR =
  'A reversal covers the whole order, so leave out the amount. For a partial refund, send approved with the remaining amount.'

/**
 * Approves a reversed order again, with a reason, after a won dispute. Its amount can only decrease.
 * Ignores other calls.
 */
async function afterReversal(tx: Tx, row: Conversion, change: Change): Promise<Step> {
  const { input, at } = change
  if (input.status !== 'approved') return null
  if (input.reason === '') return refusal('reason', 'Give a reason for approving a reversed order.')
  const minor = input.minor ?? row.originalMinor
  if (input.currency !== row.currency || minor > row.originalMinor)
    return refusal('amount', INCREASE_ERROR)
  const facts = await amountOf(tx, row, change)
  return { what: 'approved', facts: { ...facts, reversedAt: null, approvedAt: at } }
}

const INCREASE_ERROR = 'The amount of an approved order can only be reduced.'

/**
 * Changes an approved order. Its amount can only decrease, with a reason. An amount of zero
 * reverses it.
 */
function afterApproval(row: Conversion, { input, at }: Change): Step {
  const minor = input.minor ?? row.originalMinor
  if (input.currency !== row.currency)
    return refusal('currency', 'The currency of an approved order cannot change.')
  if (minor === row.originalMinor) return null
  if (minor > row.originalMinor) return refusal('amount', INCREASE_ERROR)
  if (input.reason === '') return refusal('reason', 'Give a reason for the lower amount.')
  if (minor === 0) return { what: 'reversed', facts: { reversedAt: at } }
  return { what: 'refund', facts: amountFacts(row, minor) }
}

/** Returns the changes to the amount; null if it is the same. */
async function amountOf(tx: Tx, row: Conversion, change: Change): Promise<Facts | null> {
  const { input, brand } = change
  const minor = input.minor ?? row.originalMinor
  const isSame = minor === row.originalMinor && input.currency === row.currency
  if (isSame && input.items.length === 0) return null
  if (input.currency === row.currency && input.items.length === 0) return amountFacts(row, minor)
  const when = { clickAt: row.clickAt, orderedAt: row.orderedAt }
  const lines = linesOf({ ...input, minor }, await ratesOf(tx, brand), when)
  const dollars = await dollarsOf(tx, input.currency, row.orderedAt)
  const { dollars: rate = null, dollarsDay = null } =
    input.currency === row.currency && row.dollars ? row : (dollars ?? {})
  const changed = { ...row, currency: input.currency, lines, dollars: rate, dollarsDay }
  const { currency } = changed
  return { currency, lines, dollars: rate, dollarsDay, ...amountFacts(changed, minor) }
}

/**
 * Returns the amounts with the percentages and exchange rate stored with the order. A single line
 * gets the new amount.
 */
export function amountFacts(
  row: Pick<Conversion, 'lines' | 'currency' | 'dollars'>,
  minor: number,
): Facts {
  const { currency, dollars } = row
  const [only] = row.lines
  const lines = row.lines.length === 1 && only ? [{ ...only, minor }] : row.lines
  if (dollars === null) return { originalMinor: minor, lines }
  return { originalMinor: minor, lines, ...earningsOf({ minor, currency, dollars }, lines) }
}
