import { APP_NAME } from '#contract/app-constants.ts'
import type { Deps } from '../../env.ts'
import type { BrandRow } from '../../links/brands/organizations.ts'
import type { DeliveryOutcome } from '../../platform/db/schema/desk-schema.ts'
import type { Connector } from './connectors.ts'
import { decimalOf } from './exact-amount.ts'
import { dropOrder, mergeDelivery, markReported, type MergedOrder } from './merged-orders.ts'
import { targetOf, type Report, type Snapshot } from './order-state.ts'
import { PayloadError, type Payload } from './payload.ts'
import type { Head, PlatformReader } from './platform.ts'
import { NO_ORIGIN, reportToLedger } from './report-to-ledger.ts'
import { countRepeated, logDelivery } from './shop-log.ts'
import { describeTest } from './test-order.ts'

/** Shop that sent a delivery. */
export type Shop = { connector: Connector; brand: BrandRow }

type Outcome = { outcome: DeliveryOutcome; why: string; orderNumber?: string }

/**
 * Handles a delivery whose signature is right and logs the result. All changes are committed when it
 * returns. Of several deliveries about one order, in any sequence, the result is the same.
 */
export async function takeDelivery(
  deps: Deps,
  shop: Shop,
  reader: PlatformReader,
  { head, payload, at }: { head: Head; payload: Payload; at: Date },
): Promise<void> {
  const { kind } = head
  const senderId = head.senderId || null
  const connectorId = shop.connector.id
  if (senderId !== null && (await countRepeated(deps.db, connectorId, senderId))) return
  const result = await handle(deps, shop, reader, { kind, payload, at }).catch((error: unknown) => {
    if (!(error instanceof PayloadError)) throw error
    return { outcome: 'refused' as const, why: error.message }
  })
  await logDelivery(deps.db, { connectorId, kind, senderId, ...result })
}

async function handle(
  deps: Deps,
  { connector, brand }: Shop,
  reader: PlatformReader,
  { kind, payload, at }: { kind: string; payload: Payload; at: Date },
): Promise<Outcome> {
  const orderId = reader.orderIdOf(kind, payload)
  if (orderId === null) return { outcome: 'ignored', why: `${APP_NAME} does not need this event.` }
  const { clickParam } = brand
  const merged = await mergeDelivery(deps.db, { connector, brand, orderId, at }, (base) =>
    markTest(reader.read(kind, payload, { base, clickParam }), connector),
  )
  const target = targetOf(merged.state)
  const orderNumber = merged.state.newest?.number ?? orderId
  if ('none' in target) {
    const { outcome, none, snapshot } = target
    if (isFromElsewhere(merged)) await dropOrder(deps.db, merged)
    const why = snapshot ? await describeTest(deps, brand, connector, snapshot) : none
    return { outcome, why, orderNumber }
  }
  return {
    ...(await report(deps, brand, merged, { orderId, at, target: target.report })),
    orderNumber,
  }
}

/**
 * Returns whether an order names no click and no code. Such orders are not kept, because their
 * customers did not come from a Split link.
 */
const isFromElsewhere = ({ state, reported }: MergedOrder) =>
  state.newest !== null && state.attribution === null && reported === null

/** Marks orders with the click id of the set-up page as test orders. */
function markTest<T extends { snapshot?: Snapshot }>(event: T, { testClickId }: Connector): T {
  const { snapshot } = event
  if (!snapshot || snapshot.clickId !== testClickId) return event
  return { ...event, snapshot: { ...snapshot, isTest: true } }
}

type Reporting = { orderId: string; at: Date; target: Report }

async function report(
  deps: Deps,
  brand: BrandRow,
  merged: MergedOrder,
  { orderId, at, target }: Reporting,
): Promise<Outcome> {
  const { reported } = merged
  if (reported && isSame(reported, target)) return { outcome: 'ignored', why: UNCHANGED }
  const answer = await reportToLedger(deps, brand, merged, { orderId, at, target })
  if (answer === 'no origin') {
    await dropOrder(deps.db, merged)
    return { outcome: 'ignored', why: NO_ORIGIN }
  }
  await markReported(deps.db, merged, target)
  if (answer.status === 202) return { outcome: 'waiting', why: PARKED }
  if (answer.status !== 200) return { outcome: 'refused', why: answer.why }
  return { outcome: outcomeOf(reported, target), why: explain(target, answer.isHeld) }
}

const UNCHANGED =
  'Amount and state of the order did not change, or a newer delivery arrived before.'
const PARKED = 'The click was a moment ago. The order is recorded as soon as the click is counted.'

const isSame = (a: Report, b: Report) =>
  a.status === b.status &&
  (a.status === 'reversed' || (a.minor === b.minor && a.currency === b.currency))

function outcomeOf(reported: Report | null, target: Report): DeliveryOutcome {
  if (target.status === 'reversed') return 'cancelled'
  if (!reported) return 'order'
  return target.isRefunded && target.minor < reported.minor ? 'refund' : 'change'
}

function explain({ status, minor, currency, reason }: Report, isHeld: boolean): string {
  const amount = `${decimalOf(minor, currency)} ${currency}`
  if (status === 'reversed') return reason
  return [reason, `The commission is calculated from ${amount}.`, isHeld && 'We review this order.']
    .filter(Boolean)
    .join(' ')
}
