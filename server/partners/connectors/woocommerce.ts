import type { Snapshot } from './order-state.ts'
import {
  amountIn,
  asList,
  asRecord,
  asText,
  CLICK_FIELD,
  codesOf,
  customerOf,
  firstClickId,
  parameterOf,
  requireAmount,
  requireCurrency,
  requireText,
  requireTime,
  sumOf,
  timeOf,
  type Payload,
} from './payload.ts'
import { shareOf, toSmallest } from './exact-amount.ts'
import type { PlatformReader, ReadingTerms } from './platform.ts'
import { isSignedBy } from './signatures.ts'

const ORDER_EVENTS = new Set(['order.created', 'order.updated', 'order.restored'])

/**
 * Reads webhooks of WooCommerce (REST API v3, "Webhooks" and "Order properties"). The first delivery
 * of a new webhook is a form with its id and has no signature.
 */
export const woocommerce: PlatformReader = {
  isSigned: ({ header, bytes }, secrets) =>
    isSignedBy(secrets, [bytes], header('X-WC-Webhook-Signature') ?? '', 'base64'),
  isPing: ({ header, bytes }) =>
    header('X-WC-Webhook-Topic') === undefined &&
    bytes.length < 100 &&
    /^webhook_id=\d+$/.test(bytes.toString()),
  headOf: ({ header }, payload) => {
    const changed = asText(payload['date_modified_gmt'])
    return {
      kind: header('X-WC-Webhook-Topic') ?? '',
      senderId: header('X-WC-Webhook-Delivery-ID') ?? `${asText(payload['id'])} ${changed}`,
    }
  },
  orderIdOf: (kind, payload) => (ORDER_EVENTS.has(kind) ? requireText(payload, 'id') : null),
  read(_kind, order, terms) {
    const orderId = requireText(order, 'id')
    const snapshot = snapshotOf(order, terms)
    return { orderId, number: snapshot.number, snapshot }
  },
}

function snapshotOf(order: Payload, terms: ReadingTerms): Snapshot {
  const currency = requireCurrency(order)
  const total = requireAmount(order, 'total')
  const full = toSmallest(baseOf(order, terms), currency)
  // Refunds of the payload are negative totals with tax and shipping.
  const left = total + sumOf(asList(order['refunds']), (refund) => amountIn(refund, 'total'))
  const minor = total > 0n ? shareOf(full, left < 0n ? 0n : left, total) : full
  const [status, reason] = statusOf(order, total > 0n && left <= 0n)
  const created = utcTime(order, 'date_created')
  return {
    at: requireTime(utcTime(order, 'date_modified') || created),
    status,
    reason,
    number: asText(order['number']) || requireText(order, 'id'),
    currency,
    minor,
    full,
    isTest: false,
    clickId: clickIdOf(order, terms),
    codes: codesOf(asList(order['coupon_lines']).map(({ code }) => code)),
    customer: customerOf(asRecord(order['billing'])['email']),
    orderedAt: timeOf(created),
  }
}

/** Returns a time in UTC. The field with this name alone is in the time zone of the shop. */
function utcTime(order: Payload, name: string): string {
  const utc = asText(order[`${name}_gmt`])
  return utc === '' || /Z$|[+-]\d\d:?\d\d$/.test(utc) ? utc : `${utc}Z`
}

/** Statuses of orders that the shop does not expect to be paid any more. */
const OVER: Record<string, string> = {
  cancelled: 'The order was cancelled.',
  refunded: 'The order was refunded.',
  failed: 'The payment failed.',
  trash: 'The shop deleted the order.',
}
/** Statuses before the payment. Statuses of extensions count as active. */
const WAITING = new Set(['pending', 'on-hold', 'checkout-draft', 'auto-draft', 'draft'])

function statusOf(order: Payload, isRefunded: boolean): [Snapshot['status'], string] {
  const status = asText(order['status'])
  const over = OVER[status] ?? (isRefunded ? OVER['refunded'] : undefined)
  if (over !== undefined) return ['over', over]
  return WAITING.has(status) ? ['waiting', ''] : ['active', '']
}

function baseOf(order: Payload, { base }: ReadingTerms): bigint {
  const total = requireAmount(order, 'total')
  if (base === 'gross') return total
  if (base === 'net')
    return total - amountIn(order, 'total_tax') - amountIn(order, 'shipping_total')
  return sumOf(asList(order['line_items']), (line) => amountIn(line, 'total'))
}

/** Returns the click id of our field, or that of the first page of the visit (WooCommerce 8.5). */
function clickIdOf(order: Payload, { clickParam }: ReadingTerms): string | null {
  const meta = asList(order['meta_data'])
  const valueOf = (key: string) => meta.find((one) => asText(one['key']) === key)?.['value']
  return firstClickId(
    valueOf(CLICK_FIELD),
    valueOf(`_${CLICK_FIELD}`),
    parameterOf(valueOf('_wc_order_attribution_session_entry'), clickParam),
  )
}
