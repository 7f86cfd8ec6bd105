import { APP_NAME } from '#contract/app-constants.ts'
import { shareOf } from './exact-amount.ts'

/** Order as one delivery describes it. All shop systems are translated to this form. */
export type Snapshot = {
  /** Time of the description, ISO 8601 in UTC. */
  at: string
  /** `waiting`: not paid yet; `over`: cancelled or refunded in full. */
  status: 'waiting' | 'active' | 'over'
  /** Reason of `over`. */
  reason: string
  /** Order number as the shop shows it. */
  number: string
  currency: string
  /** Amount of the brand's base in the smallest unit, before the refunds of the state. */
  minor: number
  /** The same before all refunds. */
  full: number
  isTest: boolean
  clickId: string | null
  /** Coupon codes of the order. */
  codes: string[]
  /** SHA-256 of the customer's email address; empty if unknown. */
  customer: string
  orderedAt: string | null
}

/** Content of one delivery, to be added to the state of its order. */
export type OrderEvent = {
  orderId: string
  /** Order number as the shop shows it, for the log. */
  number: string
  snapshot?: Snapshot
  /** Refunded amounts of the base by the id of the refund, in the smallest unit. */
  refunds?: Record<string, number>
  /** Part of the whole payment that was refunded. */
  returned?: Share
}

type Share = { part: number; whole: number }
type Attribution = Pick<Snapshot, 'at' | 'clickId' | 'codes'>

/**
 * All that is known of an order. Each field is a minimum, a maximum or a union, so that it does not
 * depend on the sequence of deliveries.
 */
export type OrderState = {
  newest: Snapshot | null
  /** Time of the first description as an active order. */
  activeSince: string | null
  /** Latest description as a cancelled or refunded order. */
  over: { at: string; reason: string } | null
  /** Highest amount of the order before refunds. */
  highest: number
  refunds: Record<string, number>
  returned: Share | null
  /** First description that names a click or a code. */
  attribution: Attribution | null
}

export const EMPTY_STATE: OrderState = {
  newest: null,
  activeSince: null,
  over: null,
  highest: 0,
  refunds: {},
  returned: null,
  attribution: null,
}

/** Adds a delivery to the state of its order. A repeated delivery changes nothing. */
export function merge(state: OrderState, { snapshot, refunds, returned }: OrderEvent): OrderState {
  const merged = {
    ...state,
    refunds: unionOf(state.refunds, refunds ?? {}),
    returned: largerOf(state.returned, returned ?? null),
  }
  return snapshot ? addSnapshot(merged, snapshot) : merged
}

function addSnapshot(state: OrderState, snapshot: Snapshot): OrderState {
  const { at, status, reason, full, clickId, codes } = snapshot
  const isAttributed = clickId !== null || codes.length > 0
  return {
    ...state,
    newest: state.newest && isNewer(state.newest, snapshot) ? state.newest : snapshot,
    activeSince: status === 'active' ? earlier(state.activeSince, at) : state.activeSince,
    over: status === 'over' ? later(state.over, { at, reason }) : state.over,
    highest: Math.max(state.highest, full),
    attribution: isAttributed
      ? earliestOf(state.attribution, { at, clickId, codes })
      : state.attribution,
  }
}

const RANKS = { waiting: 0, active: 1, over: 2 }

/**
 * Returns whether `a` replaces `b`. Shop systems tell times in seconds, so of two equal times the
 * one that leaves less money counts.
 */
function isNewer(a: Snapshot, b: Snapshot): boolean {
  if (a.at !== b.at) return a.at > b.at
  if (a.status !== b.status) return RANKS[a.status] > RANKS[b.status]
  if (a.minor !== b.minor) return a.minor < b.minor
  return JSON.stringify(a) > JSON.stringify(b)
}

const earlier = (a: string | null, b: string) => (a !== null && a < b ? a : b)

const sortText = (value: object) => Object.values(value).join(' ')
const later = <T extends { at: string }>(a: T | null, b: T): T =>
  a && sortText(a) > sortText(b) ? a : b
const earliestOf = <T extends { at: string }>(a: T | null, b: T): T =>
  a && sortText(a) < sortText(b) ? a : b

const largerOf = (a: Share | null, b: Share | null) => (a && (!b || a.part > b.part) ? a : b)

/** Joins refunds. Of two amounts with the same id the larger one counts. */
const unionOf = (a: Record<string, number>, b: Record<string, number>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])]
      .toSorted()
      .map((id) => [id, Math.max(a[id] ?? 0, b[id] ?? 0)]),
  )

/** Order to report, or the reason why there is none yet. */
export type Target =
  | { report: Report }
  | { none: string; outcome: 'waiting' | 'ignored' | 'test'; snapshot?: Snapshot }

export type Report = {
  status: 'pending' | 'reversed'
  minor: number
  currency: string
  reason: string
  isRefunded: boolean
}

/** Returns what the deliveries so far mean for the order. */
export function targetOf(state: OrderState): Target {
  const { newest, activeSince, over } = state
  if (!newest) return { none: NO_ORDER, outcome: 'waiting' }
  if (newest.isTest) return { none: '', outcome: 'test', snapshot: newest }
  if (activeSince === null)
    return newest.status === 'over'
      ? { none: 'The order was cancelled or refunded before it was paid.', outcome: 'ignored' }
      : { none: 'The order is not paid yet.', outcome: 'waiting' }
  if (state.highest <= 0) return { none: 'The amount of the order is zero.', outcome: 'ignored' }
  const { currency } = newest
  // A cancelled order stays cancelled, because the creator was told so.
  if (over && over.at >= activeSince)
    return reversal({ minor: state.highest, currency, reason: over.reason })
  const { returned } = state
  if (returned && returned.part >= returned.whole)
    return reversal({ minor: state.highest, currency, reason: REFUNDED })
  // Refunds that the order does not contain yet may belong to a larger, newer order. So they only
  // reduce it, until the order itself says that it is refunded.
  const minor = Math.max(0, amountLeft(state, newest))
  const isRefunded = minor < newest.full
  const reason = minor === 0 ? REFUNDED : isRefunded ? PARTLY : ''
  return { report: { status: 'pending', minor, currency, reason, isRefunded } }
}

const NO_ORDER = `The order of this refund has not arrived. If it does, the refund is subtracted. Orders that did not come from ${APP_NAME} never do.`
const REFUNDED = 'The order was refunded.'
const PARTLY = 'Part of the order was refunded.'

const reversal = (order: Pick<Report, 'minor' | 'currency' | 'reason'>): Target => ({
  report: { status: 'reversed', isRefunded: true, ...order },
})

function amountLeft({ refunds, returned }: OrderState, { minor }: Snapshot): number {
  const left = minor - Object.values(refunds).reduce((sum, refund) => sum + refund, 0)
  if (!returned || returned.whole <= 0) return left
  const kept = Math.max(0, returned.whole - returned.part)
  return shareOf(Math.max(0, left), BigInt(kept), BigInt(returned.whole))
}
