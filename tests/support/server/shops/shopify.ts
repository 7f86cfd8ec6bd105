import type { ShopEvent } from './connected-shop.ts'

/** Line of an order: price after discounts and tax, as decimals. */
export type Line = { id: number; price: string; tax?: string }

export type ShopifyOrder = {
  id: number
  /** Minutes since the order, for the time of the last change. */
  minute?: number
  lines?: Line[]
  shipping?: string
  shippingTax?: string
  isTaxIncluded?: boolean
  currency?: string
  clickId?: string | null
  landingSite?: string | null
  codes?: string[]
  refunds?: object[]
  more?: object
}

export const ORDERED_MS = Date.now() - 30 * 60_000
/** Returns a time in the form of Shopify, with the time zone of the shop. */
export const shopTime = (minute: number) =>
  new Date(ORDERED_MS + minute * 60_000 - 5 * 3_600_000).toISOString().replace(/\.\d+Z/, '-05:00')

const places = (currency: string) => (currency === 'JPY' ? 0 : currency === 'KWD' ? 3 : 2)
const sum = (amounts: string[], currency: string) =>
  amounts.reduce((total, amount) => total + Number(amount), 0).toFixed(places(currency))

/**
 * Returns an order as Shopify's documentation describes it (REST Admin API, "Order"), reduced to the
 * fields that matter and some that do not.
 */
export function shopifyOrder(order: ShopifyOrder) {
  const {
    id,
    minute = 0,
    lines = [{ id: 1, price: '80.00' }],
    shipping = '0.00',
    shippingTax = '0.00',
    isTaxIncluded = false,
    currency = 'USD',
    clickId = null,
    landingSite = null,
    codes = [],
    refunds = [],
    more = {},
  } = order
  const add = (...amounts: string[]) => sum(amounts, currency)
  const goods = add(...lines.map(({ price }) => price))
  const tax = add(shippingTax, ...lines.map(({ tax: each = '0' }) => each))
  const total = isTaxIncluded ? add(goods, shipping) : add(goods, shipping, tax)
  return {
    id,
    name: `#${id % 10_000}`,
    test: false,
    currency,
    created_at: shopTime(0),
    updated_at: shopTime(minute),
    cancelled_at: null,
    financial_status: 'paid',
    taxes_included: isTaxIncluded,
    total_price: total,
    current_total_price: total,
    subtotal_price: goods,
    current_subtotal_price: goods,
    total_tax: tax,
    current_total_tax: tax,
    total_discounts: '0.00',
    shipping_lines: [{ price: shipping, tax_lines: [{ price: shippingTax }] }],
    line_items: lines.map(({ id: line, price }) => ({ id: line, price, quantity: 1 })),
    note_attributes: clickId === null ? [] : [{ name: 'split_click_id', value: clickId }],
    landing_site: landingSite,
    discount_codes: codes.map((code) => ({ code, amount: '5.00', type: 'fixed_amount' })),
    email: 'Buyer@Example.com',
    customer: { id: 7, email: 'buyer@example.com' },
    refunds,
    ...more,
  }
}

export type ShopifyRefund = {
  id: number
  orderId: number
  /** Money that was returned. */
  amount: string
  lines?: Line[]
  currency?: string
  more?: object
}

/** Returns a refund (REST Admin API, "Refund"). Without lines it is one by amount. */
export function shopifyRefund({
  id,
  orderId,
  amount,
  lines = [],
  currency = 'USD',
  more,
}: ShopifyRefund) {
  const money = (value: string) => ({ shop_money: { amount: value, currency_code: currency } })
  return {
    id,
    order_id: orderId,
    created_at: shopTime(5),
    note: null,
    refund_line_items: lines.map(({ id: line, price, tax = '0.00' }) => ({
      line_item_id: line,
      quantity: 1,
      subtotal: Number(price),
      total_tax: Number(tax),
      subtotal_set: money(price),
      total_tax_set: money(tax),
    })),
    transactions: [
      {
        id: id + 1,
        kind: 'refund',
        status: 'success',
        amount,
        currency,
        amount_set: money(amount),
      },
    ],
    order_adjustments:
      lines.length > 0
        ? []
        : [{ kind: 'refund_discrepancy', amount: `-${amount}`, tax_amount: '0.00' }],
    ...more,
  }
}

export const created = (payload: object, id?: string): ShopEvent =>
  toEvent('orders/create', payload, id)
export const updated = (payload: object, id?: string): ShopEvent =>
  toEvent('orders/updated', payload, id)
export const cancelled = (payload: object, id?: string): ShopEvent =>
  toEvent('orders/cancelled', payload, id)
export const refunded = (payload: object, id?: string): ShopEvent =>
  toEvent('refunds/create', payload, id)

const toEvent = (kind: string, payload: object, id?: string): ShopEvent => ({
  kind,
  payload,
  ...(id !== undefined && { id }),
})
