import type { ShopEvent } from './connected-shop.ts'
import { ORDERED_MS } from './shopify.ts'

export type WooOrder = {
  id: number
  /** Minutes since the order, for the time of the last change. */
  minute?: number
  status?: string
  /** Prices of the lines without tax, as decimals. */
  lines?: string[]
  tax?: string
  shipping?: string
  currency?: string
  /** Click id in the first address of the visit. */
  clickId?: string | null
  meta?: { key: string; value: unknown }[]
  codes?: string[]
  /** Refunded amounts with tax and shipping. */
  refunds?: string[]
  more?: object
}

/** Returns a time in UTC, in the form of WooCommerce without a time zone. */
export const wooTime = (minute: number) =>
  new Date(ORDERED_MS + minute * 60_000).toISOString().slice(0, 19)

const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + Number(amount), 0)

/**
 * Returns an order as WooCommerce's documentation describes it (REST API v3, "Order properties"),
 * reduced to the fields that matter and some that do not.
 */
export function wooOrder(order: WooOrder) {
  const {
    id,
    minute = 0,
    status = 'processing',
    lines = ['80.00'],
    tax = '0.00',
    shipping = '0.00',
    currency = 'USD',
    clickId = null,
    meta = [],
    codes = [],
    refunds = [],
    more = {},
  } = order
  const entry = `https://shop.example/lamp/?utm_source=x&click_id=${clickId}`
  return {
    id,
    number: String(id),
    status,
    currency,
    prices_include_tax: false,
    // The local time is in the time zone of the shop, and not used.
    date_created: '2020-01-01T00:00:00',
    date_created_gmt: wooTime(0),
    date_modified: '2020-01-01T00:00:00',
    date_modified_gmt: wooTime(minute),
    total: sum([...lines, tax, shipping]).toFixed(currency === 'JPY' ? 0 : 2),
    total_tax: tax,
    shipping_total: shipping,
    discount_total: '0.00',
    billing: { email: 'buyer@example.com' },
    line_items: lines.map((total, nth) => ({ id: nth + 1, quantity: 1, total, total_tax: '0.00' })),
    coupon_lines: codes.map((code) => ({ id: 1, code, discount: '5.00' })),
    refunds: refunds.map((total, nth) => ({ id: nth + 900, reason: '', total: `-${total}` })),
    meta_data: [
      { id: 1, key: '_wc_order_attribution_source_type', value: 'utm' },
      ...(clickId === null
        ? []
        : [{ id: 2, key: '_wc_order_attribution_session_entry', value: entry }]),
      ...meta,
    ],
    ...more,
  }
}

export const wooCreated = (payload: object): ShopEvent => ({ kind: 'order.created', payload })
export const wooUpdated = (payload: object): ShopEvent => ({ kind: 'order.updated', payload })
