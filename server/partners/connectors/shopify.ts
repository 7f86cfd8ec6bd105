import type { OrderEvent, Snapshot } from './order-state.ts'
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
  PayloadError,
  requireAmount,
  requireCurrency,
  requireText,
  requireTime,
  sumOf,
  timeOf,
  type Payload,
} from './payload.ts'
import { toSmallest } from './exact-amount.ts'
import type { PlatformReader, ReadingTerms } from './platform.ts'
import { isSignedBy } from './signatures.ts'

const ORDER_EVENTS = new Set([
  'orders/create',
  'orders/updated',
  'orders/paid',
  'orders/cancelled',
  'orders/fulfilled',
  'orders/partially_fulfilled',
])
const REFUND = 'refunds/create'

/**
 * Reads webhooks of Shopify (shopify.dev, "Webhooks" and "Order"). `current_…` amounts are without
 * returned and removed lines. Amounts are in the currency of the shop.
 */
export const shopify: PlatformReader = {
  isSigned: ({ header, bytes }, secrets) =>
    isSignedBy(secrets, [bytes], header('X-Shopify-Hmac-Sha256') ?? '', 'base64'),
  isPing: () => false,
  headOf: ({ header }, payload) => {
    const kind = header('X-Shopify-Topic') ?? ''
    const fallback = `${kind} ${asText(payload['id'])} ${asText(payload['updated_at'])}`
    return { kind, senderId: header('X-Shopify-Webhook-Id') ?? fallback }
  },
  orderIdOf(kind, payload) {
    if (ORDER_EVENTS.has(kind)) return requireText(payload, 'id')
    return kind === REFUND ? requireText(payload, 'order_id') : null
  },
  read: (kind, payload, terms) =>
    kind === REFUND ? refundEvent(payload, terms) : orderEvent(payload, terms),
}

function orderEvent(order: Payload, terms: ReadingTerms): OrderEvent {
  const currency = requireCurrency(order)
  const refunds = asList(order['refunds'])
  const number = asText(order['name']) || requireText(order, 'id')
  const full = toSmallest(beforeRefunds(order, refunds, terms), currency)
  const [status, reason] = statusOf(order)
  const snapshot: Snapshot = {
    at: requireTime(order['updated_at'] ?? order['created_at']),
    status,
    reason,
    number,
    currency,
    minor: full,
    full,
    isTest: order['test'] === true,
    clickId: clickIdOf(order, terms),
    codes: codesOf(asList(order['discount_codes']).map(({ code }) => code)),
    customer: customerOf(
      order['email'],
      order['contact_email'],
      asRecord(order['customer'])['email'],
    ),
    orderedAt: timeOf(order['created_at']),
  }
  const amounts = refunds.map((refund) => refundOf(refund, { base: terms.base, order }, currency))
  return {
    orderId: requireText(order, 'id'),
    number,
    snapshot,
    refunds: Object.fromEntries(amounts),
  }
}

function refundEvent(refund: Payload, terms: ReadingTerms): OrderEvent {
  const orderId = requireText(refund, 'order_id')
  const amount = refundOf(refund, terms, currencyOf(refund))
  return { orderId, number: orderId, refunds: Object.fromEntries([amount]) }
}

function statusOf(order: Payload): [Snapshot['status'], string] {
  const payment = asText(order['financial_status'])
  if (asText(order['cancelled_at']) !== '') return ['over', 'The order was cancelled.']
  if (payment === 'refunded') return ['over', 'The order was refunded.']
  return payment === 'voided' ? ['over', 'The payment was cancelled.'] : ['active', '']
}

/** Returns the click id of the cart, or that of the first page of the visit. */
function clickIdOf(order: Payload, { clickParam }: ReadingTerms): string | null {
  const notes = asList(order['note_attributes'])
  const noted = (name: string) => notes.find((note) => asText(note['name']) === name)?.['value']
  return firstClickId(
    noted(CLICK_FIELD),
    noted(clickParam),
    parameterOf(order['landing_site'], clickParam),
  )
}

/** Returns the base of the order as if nothing had been returned. */
function beforeRefunds(order: Payload, refunds: Payload[], { base }: ReadingTerms): bigint {
  const lines = refunds.flatMap((refund) => asList(refund['refund_line_items']))
  const goods = linesWithTax(order, lines)
  if (base === 'gross') {
    const shipping = sumOf(refunds.flatMap(shippingLines), shippingAmount)
    return requireAmount(order, 'current_total_price') + goods + shipping
  }
  const now = requireAmount(order, 'current_subtotal_price')
  const returned = goods - sumOf(lines, (line) => shopAmount(line, 'total_tax'))
  return now - (hasTaxIncluded(order) ? goodsTax(order) : 0n) + returned
}

/** Returns the tax of the goods: all taxes without those of shipping. */
function goodsTax(order: Payload): bigint {
  const ofShipping = asList(order['shipping_lines']).flatMap((line) => asList(line['tax_lines']))
  const rest =
    amountIn(order, 'current_total_tax') - sumOf(ofShipping, (line) => shopAmount(line, 'price'))
  return rest < 0n ? 0n : rest
}

/**
 * Returns the id of a refund and how much of the brand's base it returns. Lines that were removed
 * without a payment count with their price, which is only known together with their order.
 */
function refundOf(
  refund: Payload,
  { base, order }: { base: ReadingTerms['base']; order?: Payload },
  currency: string,
): [string, number] {
  const lines = asList(refund['refund_line_items'])
  const tax = sumOf(lines, (line) => shopAmount(line, 'total_tax'))
  const paid = asList(refund['transactions']).filter(({ kind }) => kind === 'refund')
  const done = paid.filter(({ status }) => status !== 'failure' && status !== 'error')
  const money =
    paid.length > 0 || !order
      ? sumOf(done, (one) => shopAmount(one, 'amount'))
      : linesWithTax(order, lines)
  const shipping = sumOf(shippingLines(refund), shippingAmount) + shippingAdjustments(refund)
  const returned = base === 'gross' ? money : money - tax - shipping
  return [requireText(refund, 'id'), toSmallest(returned < 0n ? 0n : returned, currency)]
}

/** Returns the price of refunded lines with their tax. */
const linesWithTax = (order: Payload, lines: Payload[]) =>
  sumOf(lines, (line) => shopAmount(line, 'subtotal')) +
  (hasTaxIncluded(order) ? 0n : sumOf(lines, (line) => shopAmount(line, 'total_tax')))

const hasTaxIncluded = (order: Payload) => order['taxes_included'] === true

/** Returns refunded shipping of Admin API 2024-10 and later. */
const shippingLines = (refund: Payload) => asList(refund['refund_shipping_lines'])
const shippingAmount = (line: Payload) =>
  shopAmount(line, 'subtotal_amount') + shopAmount(line, 'tax_amount')

/** Returns refunded shipping of earlier versions, whose amounts are negative. */
const shippingAdjustments = (refund: Payload) =>
  -sumOf(
    asList(refund['order_adjustments']).filter(({ kind }) => kind === 'shipping_refund'),
    (one) => shopAmount(one, 'amount') + shopAmount(one, 'tax_amount'),
  )

/** Returns an amount in the currency of the shop, which `…_set` names if the customer paid in another one. */
function shopAmount(from: Payload, name: string): bigint {
  const inShop = asRecord(asRecord(from[`${name}_set`])['shop_money'])
  return inShop['amount'] === undefined ? amountIn(from, name) : amountIn(inShop, 'amount')
}

/** Returns the currency of the shop, which a refund names only with its amounts. */
function currencyOf(refund: Payload): string {
  const lines = [...asList(refund['transactions']), ...asList(refund['refund_line_items'])]
  const sets = lines.map((line) => asRecord(line['amount_set'] ?? line['subtotal_set']))
  const named = sets.map((set) => asText(asRecord(set['shop_money'])['currency_code']))
  const currency = [...named, ...lines.map((line) => asText(line['currency']))].find(Boolean)
  if (currency === undefined) throw new PayloadError('The refund names no amount.')
  return requireCurrency({ currency })
}
