import { and, eq, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { conversions } from '../../platform/db/schema.ts'
import type { Attributed } from './attribution.ts'
import { earningsOf } from './commission.ts'
import type { OrderLine } from '../../platform/db/schema/conversions-schema.ts'
import { holdRuleOf, factsOf, HOLDS, type Facts as Known } from './hold-rules.ts'
import { move } from './move.ts'
import type { Draft, Facts, ChangeDetails } from './place.ts'
import type { StoredCall } from './postback-calls.ts'
import type { PostbackInput } from './postback-input.ts'
import { dollarsOf, type BrandRow, type DollarRate, type RateTable } from './rates.ts'
import type { Conversion } from './states.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const MAX_AGE_DAYS = 90

export type Order = {
  brand: BrandRow
  input: PostbackInput
  attributed: Attributed
  fingerprint?: string
  /** Author of the change: the brand's name, or `operator`. */
  by: string
  signedAt: Date | null
  at: Date
  /** Returns the call to store with a new order. */
  kept?: (conversion: Draft) => StoredCall
}

/** Reasons why an order is rejected, by field. */
export type Refusal = { errors: Record<string, string[]> }
const refusal = (field: string, message: string): Refusal => ({ errors: { [field]: [message] } })

/** Returns the order time or an error. The attribution window runs from the click to the order. */
export function orderTimeOf({
  brand,
  input,
  attributed,
  at,
}: Order): { orderedAt: Date } | Refusal {
  const orderedAt = input.orderedAt ? new Date(input.orderedAt) : at
  if (at.getTime() - orderedAt.getTime() > MAX_AGE_DAYS * DAY_MS)
    return refusal('ordered_at', `An order can be at most ${MAX_AGE_DAYS} days old.`)
  if (orderedAt.getTime() > at.getTime() + 5 * 60_000)
    return refusal('ordered_at', 'The time of the order is in the future.')
  const { click } = attributed
  if (!click) return { orderedAt }
  // Clocks of shops are slightly off. An order cannot be older than its click.
  const since = orderedAt.getTime() - click.at.getTime()
  if (since < -60_000) return refusal('ordered_at', 'The order was made before the click.')
  if (since > brand.windowDays * DAY_MS)
    return refusal(
      'ordered_at',
      `The order came after the attribution window of ${brand.windowDays} days.`,
    )
  return { orderedAt: since < 0 ? click.at : orderedAt }
}

/**
 * Records a new order with its current percentages and hold rule. Needs the lock on the user.
 * Returns undefined if another call has recorded it meanwhile.
 */
export async function recordOrder(tx: Tx, order: DatedOrder): Promise<Conversion | undefined> {
  const known = await factsOf(tx, order)
  const dollars = await dollarsOf(tx, order.input.currency, order.orderedAt)
  const { draft, facts, details } = draftOf(order, known, dollars)
  return move(tx, draft, facts, details)
}

export type DatedOrder = Order & { orderedAt: Date }

/** Returns the row to store, its first state and the change. */
export function draftOf(order: DatedOrder, { rates, ...signs }: Known, dollars?: DollarRate) {
  const { brand, input, attributed, orderedAt, at, by } = order
  const lines = linesOf(input, rates, { clickAt: attributed.click?.at ?? null, orderedAt })
  const rule = by === 'operator' ? null : holdRuleOf(signs, attributed, { ...input, orderedAt })
  const minor = input.minor ?? 0
  const earned = dollars && earningsOf({ ...input, minor, ...dollars }, lines)
  const draft: Draft = {
    ...INITIAL_VALUES,
    brandId: brand.id,
    orderId: input.orderId,
    userId: attributed.userId,
    linkId: attributed.linkId,
    linkName: attributed.linkName,
    clickId: attributed.click?.id ?? null,
    clickAt: attributed.click?.at ?? null,
    clickKind: attributed.click?.kind ?? null,
    attributedBy: attributed.by,
    discountCodeId: attributed.discountCodeId ?? null,
    baseKind: brand.base,
    currency: input.currency,
    originalMinor: minor,
    ...dollars,
    lines,
    ...earned,
    orderedAt,
    ...termsOf(brand, orderedAt),
    guaranteed: brand.pays === 'guaranteed',
    signedAt: order.signedAt,
    createdAt: at,
  }
  const isReversed = input.status === 'reversed'
  const facts: Facts = {
    approvedAt: input.status === 'approved' ? at : null,
    reversedAt: isReversed ? at : null,
    holdRule: rule,
    holdLookAt: rule ? new Date(at.getTime() + HOLDS[rule].days * DAY_MS) : null,
  }
  const details: ChangeDetails = {
    what: 'recorded',
    why: isReversed ? input.reason : rule ? HOLDS[rule].why : input.reason,
    by,
    at,
    ...(order.fingerprint && { fingerprint: order.fingerprint }),
    ...(order.kept && { kept: order.kept }),
  }
  return { draft, facts, details }
}

/** Initial values of an order. */
const INITIAL_VALUES = {
  kind: 'commission',
  state: 'new',
  account: null,
  baseCents: 0,
  commissionCents: 0,
  feeCents: 0,
  postedCents: 0,
  postedFeeCents: 0,
  fundedCents: 0,
  dollars: null,
  dollarsDay: null,
  returnPassed: false,
  approvedAt: null,
  availableAt: null,
  reversedAt: null,
  fundedAt: null,
  holdRule: null,
  holdLookAt: null,
  appeal: '',
  appealedAt: null,
} as const satisfies Partial<Draft>

const termsOf = (brand: BrandRow, orderedAt: Date) => {
  const after = (ms: number) => new Date(orderedAt.getTime() + ms)
  return {
    holdEndsAt: after(brand.holdDays * DAY_MS),
    minHoldEndsAt: after(brand.minHoldHours * HOUR_MS),
    returnEndsAt: after(brand.returnDays * DAY_MS),
  }
}

export function linesOf(
  { items, minor, isNewCustomer }: PostbackInput,
  rates: RateTable,
  { clickAt, orderedAt }: { clickAt: Date | null; orderedAt: Date },
): OrderLine[] {
  const sold = items.length > 0 ? items : [{ minor: minor ?? 0, category: '' }]
  return sold.map((item) => {
    const { rateBasisPoints, shareBasisPoints } = rates(
      { category: item.category, isNewCustomer },
      clickAt,
      orderedAt,
    )
    return { ...item, rateBasisPoints, shareBasisPoints }
  })
}

/**
 * Returns the condition for the order with this id. Ids that differ only by case are the same
 * order.
 */
const isOrder = (orderId: string) => sql`lower(${conversions.orderId}) = lower(${orderId})`

export async function findOrder(tx: DbOrTx, brandId: string, orderId: string) {
  const [row] = await tx
    .select()
    .from(conversions)
    .where(and(eq(conversions.brandId, brandId), isOrder(orderId)))
  return row
}
