import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { list, moment, text, Uuid } from '#contract/common.ts'
import { isCurrency, toMinor } from './amounts.ts'

export const MAX_ITEMS = 200

/** Shops send numbers, or texts of them. */
const written = v.pipe(
  v.union([v.pipe(v.string(), v.maxLength(30)), v.number()], 'Give the amount as a number.'),
  v.transform((value) => String(value).trim()),
)
const yes = v.pipe(
  v.union([v.pipe(v.string(), v.maxLength(5)), v.boolean()]),
  v.transform((value) => /^(true|1|yes)$/i.test(String(value))),
)
const optionalText = (max: number) => v.optional(text(max), '')

const Currency = v.pipe(
  text(3),
  v.toUpperCase(),
  v.check(isCurrency, 'This is no currency of ISO 4217.'),
)

const Fields = v.object({
  order_id: v.pipe(text(200), v.minLength(1, 'Say which order it is.')),
  click_id: v.optional(v.union([v.pipe(Uuid, v.toLowerCase()), v.literal('')]), ''),
  code: optionalText(100),
  /** Left out where an order is reversed as a whole. */
  amount: v.optional(written),
  currency: v.optional(Currency, 'USD'),
  status: v.optional(v.picklist(['pending', 'approved', 'reversed']), 'pending'),
  reason: optionalText(500),
  ordered_at: v.optional(moment('Give a moment like 2026-05-12T10:00:00Z.')),
  /** SHA-256 of the customer's email address in lower case, hex. */
  customer: v.optional(
    v.pipe(v.string(), v.maxLength(64), v.toLowerCase(), v.regex(/^([0-9a-f]{64})?$/)),
    '',
  ),
  new_customer: v.optional(yes, false),
  items: v.optional(
    list(v.object({ amount: written, category: optionalText(100) }), MAX_ITEMS),
    [],
  ),
})

export type PostbackInput = {
  orderId: string
  clickId: string | null
  code: string
  /** In the smallest unit; null where the call says none. */
  minor: number | null
  currency: string
  status: 'pending' | 'approved' | 'reversed'
  reason: string
  orderedAt: string | null
  customer: string
  isNewCustomer: boolean
  items: { minor: number; category: string }[]
}

export type Read = { input: PostbackInput } | { errors: Record<string, string[]> }

/** What a shop has sent, whichever way it wrote it. */
export function readInput(fields: Record<string, unknown>): Read {
  const parsed = v.safeParse(Fields, { ...fields, ...itemsIn(fields) }, { abortPipeEarly: true })
  if (!parsed.success) {
    const errors: Record<string, string[]> = {}
    for (const issue of parsed.issues) {
      const key = issue.path?.[0]?.key
      const field = typeof key === 'string' ? key : 'non_field_errors'
      errors[field] ??= [
        issue.received === 'undefined' ? 'This field is required.' : 'This value is not valid.',
      ]
    }
    return { errors }
  }
  return toInput(parsed.output)
}

/** In a form or an address the list is JSON. */
function itemsIn({ items }: Record<string, unknown>): { items?: unknown } {
  if (typeof items !== 'string') return {}
  try {
    return { items: items.trim() === '' ? [] : (JSON.parse(items) as unknown) }
  } catch {
    return { items: null }
  }
}

const WRONG_AMOUNT = 'This is no amount of that currency, or more than an order can be.'

function toInput(read: v.InferOutput<typeof Fields>): Read {
  const { currency, status } = read
  const minor = read.amount === undefined ? null : toMinor(read.amount, currency)
  if (minor === undefined) return { errors: { amount: [WRONG_AMOUNT] } }
  if (minor === null && status !== 'reversed')
    return { errors: { amount: ['This field is required.'] } }
  const items = read.items.map(({ amount, category }) => ({
    minor: toMinor(amount, currency),
    category,
  }))
  const sum = items.reduce((total, item) => total + (item.minor ?? Number.NaN), 0)
  if (items.length > 0 && sum !== minor)
    return { errors: { items: ['The items do not add up to the amount.'] } }
  return {
    input: {
      orderId: read.order_id,
      clickId: read.click_id || null,
      code: read.code,
      minor,
      currency,
      status,
      reason: read.reason,
      orderedAt: read.ordered_at ?? null,
      customer: read.customer,
      isNewCustomer: read.new_customer,
      items: items as PostbackInput['items'],
    },
  }
}

/** The same for every call that says the same of an order. */
export const fingerprintOf = ({ status, minor, currency, items, reason }: PostbackInput) =>
  createHash('sha256')
    .update(JSON.stringify([status, minor, currency, items, reason]))
    .digest('base64url')
