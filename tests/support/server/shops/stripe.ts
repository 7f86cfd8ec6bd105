import { randomUUID } from 'node:crypto'
import type { ShopEvent } from './connected-shop.ts'
import { ORDERED_MS } from './shopify.ts'

export type StripeSession = {
  payment: string
  minute?: number
  /** Amounts in the smallest unit that Stripe uses. */
  total?: number
  tax?: number
  shipping?: number
  currency?: string
  clickId?: string | null
  metadata?: Record<string, string>
  isPaid?: boolean
  isLive?: boolean
  more?: object
}

const seconds = (minute: number) => Math.floor(ORDERED_MS / 1000) + minute * 60

/** Returns an event with its envelope (docs.stripe.com, "The Event object"). */
const event = (type: string, object: object, { minute = 0, isLive = true } = {}): ShopEvent => ({
  kind: type,
  payload: {
    id: `evt_${randomUUID()}`,
    object: 'event',
    type,
    created: seconds(minute),
    livemode: isLive,
    data: { object },
  },
})

/** Returns a checkout (docs.stripe.com, "The Checkout Session object"), reduced to some fields. */
export function stripeSession(session: StripeSession, type = 'checkout.session.completed') {
  const { payment, minute = 0, total = 8000, tax = 0, shipping = 0, currency = 'usd' } = session
  const { clickId = null, metadata = {}, isPaid = true, isLive = true, more = {} } = session
  const object = {
    id: `cs_of_${payment}`,
    object: 'checkout.session',
    mode: 'payment',
    payment_intent: payment,
    payment_status: isPaid ? 'paid' : 'unpaid',
    status: 'complete',
    created: seconds(0),
    currency,
    amount_total: total,
    amount_subtotal: total - tax - shipping,
    total_details: { amount_discount: 0, amount_shipping: shipping, amount_tax: tax },
    client_reference_id: clickId,
    customer_details: { email: 'buyer@example.com' },
    metadata,
    ...more,
  }
  return event(type, object, { minute, isLive })
}

export type StripeRefund = { payment: string; minute?: number; refunded: number; total?: number }

/** Returns a refund: the charge with the sum of all refunds so far (docs.stripe.com, "The Charge object"). */
export const stripeRefund = ({ payment, minute = 5, refunded, total = 8000 }: StripeRefund) =>
  event(
    'charge.refunded',
    {
      id: `ch_of_${payment}`,
      object: 'charge',
      payment_intent: payment,
      amount: total,
      amount_refunded: refunded,
      refunded: refunded >= total,
      currency: 'usd',
    },
    { minute },
  )
