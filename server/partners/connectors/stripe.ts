import type { OrderEvent, Snapshot } from './order-state.ts'
import {
  asList,
  asRecord,
  asText,
  CLICK_FIELD,
  codesOf,
  customerOf,
  firstClickId,
  PayloadError,
  requireCurrency,
  requireText,
  requireTime,
  timeOf,
  type Payload,
} from './payload.ts'
import { fromSmallest, toSmallest } from './exact-amount.ts'
import type { PlatformReader, ReadingTerms } from './platform.ts'
import { isSignedBy } from './signatures.ts'

/** Maximum difference of the signed time, as Stripe recommends. */
const MAX_AGE_MS = 5 * 60 * 1000

const SESSION_EVENTS = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
])
const REFUND = 'charge.refunded'

/** Reads events of Stripe (docs.stripe.com, "Webhooks", "Checkout Session" and "Charge"). */
export const stripe: PlatformReader = {
  isSigned({ header, bytes, at }, secrets) {
    const fields = (header('Stripe-Signature') ?? '').split(',').map((field) => field.split('='))
    const time = fields.find(([name]) => name?.trim() === 't')?.[1] ?? ''
    if (!/^\d{1,12}$/.test(time)) return false
    if (Math.abs(at.getTime() - Number(time) * 1000) > MAX_AGE_MS) return false
    const signatures = fields.filter(([name]) => name?.trim() === 'v1')
    return signatures.some(([, value = '']) =>
      isSignedBy(secrets, [`${time}.`, bytes], value, 'hex'),
    )
  },
  isPing: () => false,
  headOf: (_received, event) => ({ kind: asText(event['type']), senderId: asText(event['id']) }),
  orderIdOf(kind, event) {
    const object = objectOf(event)
    if (kind === REFUND) return idOf(object['payment_intent']) || requireText(object, 'id')
    if (!SESSION_EVENTS.has(kind) || asText(object['mode']) === 'setup') return null
    return idOf(object['payment_intent']) || requireText(object, 'id')
  },
  read(kind, event, terms) {
    const orderId = stripe.orderIdOf(kind, event) ?? ''
    return kind === REFUND ? refundEvent(orderId, event) : sessionEvent(orderId, event, terms)
  },
}

const objectOf = (event: Payload) => asRecord(asRecord(event['data'])['object'])

/** Returns the id of an object, which may be expanded. */
const idOf = (value: unknown) => asText(value) || asText(asRecord(value)['id'])

function sessionEvent(orderId: string, event: Payload, terms: ReadingTerms): OrderEvent {
  const session = objectOf(event)
  const currency = requireCurrency(session)
  const metadata = asRecord(session['metadata'])
  const full = toSmallest(fromSmallest(baseOf(session, terms), exponentOf(currency)), currency)
  const isPaid = asText(session['payment_status']) !== 'unpaid'
  const snapshot: Snapshot = {
    at: requireTime(event['created']),
    status: isPaid ? 'active' : 'waiting',
    reason: '',
    number: orderId,
    currency,
    minor: full,
    full,
    isTest: event['livemode'] !== true,
    clickId: firstClickId(
      session['client_reference_id'],
      metadata['click_id'],
      metadata[CLICK_FIELD],
      metadata[terms.clickParam],
    ),
    codes: codesOf([metadata['code'], metadata['split_code'], ...promotionCodes(session)]),
    customer: customerOf(asRecord(session['customer_details'])['email'], session['customer_email']),
    orderedAt: timeOf(session['created']),
  }
  return { orderId, number: orderId, snapshot }
}

/** Returns codes that customers entered. Stripe sends only ids, unless the shop expands them. */
const promotionCodes = (session: Payload) =>
  asList(session['discounts']).map((discount) => asRecord(discount['promotion_code'])['code'])

function refundEvent(orderId: string, event: Payload): OrderEvent {
  const charge = objectOf(event)
  const [part, whole] = [integerIn(charge, 'amount_refunded'), integerIn(charge, 'amount')]
  return { orderId, number: orderId, returned: { part, whole } }
}

/** Returns the base. Of a session, goods are all but taxes and shipping. */
function baseOf(session: Payload, { base }: ReadingTerms): number {
  const total = integerIn(session, 'amount_total')
  if (base === 'gross') return total
  const details = asRecord(session['total_details'])
  return total - (wholeOf(details['amount_tax']) ?? 0) - (wholeOf(details['amount_shipping']) ?? 0)
}

const wholeOf = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

function integerIn(from: Payload, name: string): number {
  const amount = wholeOf(from[name])
  if (amount === undefined) throw new PayloadError(`The amount “${name}” is missing or invalid.`)
  return amount
}

/** Currencies whose amounts Stripe sends in whole units (docs.stripe.com/currencies). */
const WHOLE_UNITS = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
)
const THOUSANDTHS = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/**
 * Returns the number of decimals that Stripe uses. For ISK and UGX it sends two decimals, although
 * these currencies have none.
 */
const exponentOf = (currency: string) =>
  WHOLE_UNITS.has(currency) ? 0 : THOUSANDTHS.has(currency) ? 3 : 2
