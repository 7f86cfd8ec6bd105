import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { list, dateTime, Uuid } from '#contract/common.ts'
import { isCurrency } from '../../platform/currencies.ts'
import { toMinor } from './amounts.ts'

export const MAX_ITEMS = 200

/** Shops send numbers, or numbers as text. */
const amountField = v.pipe(
  v.union([v.pipe(v.string(), v.maxLength(30)), v.number()], 'Send the amount as a number.'),
  v.transform((value) => withoutNoise(String(value).trim())),
)

/**
 * Returns 0 for a sum of binary fractions that is off by less than a millionth, such as 0.3 - 0.1 -
 * 0.2.
 */
const withoutNoise = (amount: string) =>
  /^-?\d+(\.\d+)?e-\d+$/i.test(amount) && Math.abs(Number(amount)) < 1e-6 ? '0' : amount

const booleanField = v.pipe(
  v.union([v.pipe(v.string(), v.maxLength(5)), v.number(), v.boolean()], 'Send true or false.'),
  v.transform((value) => /^(true|1|yes)$/i.test(String(value))),
)
/** A text, or a whole number that JSON can represent exactly. */
const textField = (max: number, form: (value: string) => string) =>
  v.pipe(
    v.union([v.string(), v.pipe(v.number(), v.safeInteger())], 'Send this as text.'),
    v.transform(String),
    v.check((value) => !/\p{Surrogate}/u.test(value), 'This contains an invalid character.'),
    v.transform(form),
    v.maxLength(max, `Use at most ${max} characters.`),
  )

/** Returns the text without null characters and outer spaces. For text that people read. */
const asWritten = (value: string) => value.replaceAll('\u0000', '').trim()

/**
 * Returns one form of ids that look the same: NFKC, without invisible characters and outer spaces.
 * The characters are removed first, because they can stand between a letter and its accent.
 */
export const canonicalId = (value: string) =>
  value
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
    .normalize('NFKC')
    .trim()

const optionalText = (max: number) => v.optional(textField(max, asWritten), '')

const STATUS = 'Use pending, approved or reversed.'
const STATUSES = ['pending', 'approved', 'reversed'] as const

const CURRENCY = 'Use an ISO 4217 currency code, such as USD, EUR or JPY.'
const Currency = v.pipe(
  v.string(CURRENCY),
  v.trim(),
  v.toUpperCase(),
  v.check(isCurrency, CURRENCY),
)

const HASH = 'Send the SHA-256 hash of the lowercase email address as 64 hex digits.'
const ID = 'Send the click id from the landing URL, or leave it out.'

const Fields = v.object({
  order_id: v.pipe(textField(200, canonicalId), v.minLength(1, 'Send the number of the order.')),
  click_id: v.optional(v.union([v.pipe(Uuid, v.toLowerCase()), v.literal('')], ID), ''),
  code: v.optional(textField(100, canonicalId), ''),
  /** Omitted when a whole order is reversed. */
  amount: v.optional(amountField),
  currency: v.optional(Currency, 'USD'),
  status: v.optional(
    v.pipe(v.string(STATUS), v.trim(), v.toLowerCase(), v.picklist(STATUSES, STATUS)),
    'pending',
  ),
  reason: optionalText(500),
  ordered_at: v.optional(dateTime('Send a time like 2026-05-12T10:00:00Z.')),
  /** SHA-256 of the customer's email address in lower case, in hex. */
  customer: v.optional(
    v.pipe(v.string(HASH), v.toLowerCase(), v.regex(/^([0-9a-f]{64})?$/, HASH)),
    '',
  ),
  new_customer: v.optional(booleanField, false),
  items: v.optional(
    list(
      v.object({ amount: amountField, category: v.nullish(textField(100, asWritten), '') }),
      MAX_ITEMS,
    ),
    [],
  ),
})

/** Names that a call may use. `key` is the key of the shop. */
const KNOWN_NAMES = new Set([...Object.keys(Fields.entries), 'key'])
const MAX_UNKNOWN_NAMES = 20

/** Returns the names of fields that are not used, at most 20, each shortened to 50 characters. */
export const unknownFieldsIn = (fields: Record<string, unknown>): string[] =>
  Object.keys(fields)
    .filter((name) => !KNOWN_NAMES.has(name))
    .slice(0, MAX_UNKNOWN_NAMES)
    .map((name) => name.replace(/\p{C}/gu, '').slice(0, 50))

/** Ids and time of an order, each empty if it is invalid. */
const Claim = v.object({
  order_id: v.fallback(Fields.entries.order_id, ''),
  click_id: v.fallback(Fields.entries.click_id, ''),
  code: v.fallback(Fields.entries.code, ''),
  ordered_at: v.fallback(Fields.entries.ordered_at, undefined),
})

export type OrderClaim = Pick<PostbackInput, 'orderId' | 'clickId' | 'code' | 'orderedAt'>

/** Returns the ids and the time of a call. Other fields may be invalid. */
export function claimIn(fields: Record<string, unknown>): OrderClaim {
  const read = v.parse(Claim, withoutNulls(fields))
  return {
    orderId: read.order_id,
    clickId: read.click_id || null,
    code: read.code,
    orderedAt: read.ordered_at ?? null,
  }
}

export type PostbackInput = {
  orderId: string
  clickId: string | null
  code: string
  /** In the smallest unit of the currency; null if the call contains no amount. */
  minor: number | null
  currency: string
  status: (typeof STATUSES)[number]
  reason: string
  orderedAt: string | null
  customer: string
  isNewCustomer: boolean
  items: { minor: number; category: string }[]
}

export type ReadResult = { input: PostbackInput } | { errors: Record<string, string[]> }

/** Validates the fields of a call. Returns the input, or errors by field. */
export function readInput(fields: Record<string, unknown>): ReadResult {
  const parsed = v.safeParse(Fields, withoutNulls({ ...fields, ...itemsIn(fields) }), {
    abortPipeEarly: true,
  })
  if (!parsed.success) {
    const errors: Record<string, string[]> = {}
    for (const issue of parsed.issues) {
      const key = issue.path?.[0]?.key
      const field = typeof key === 'string' ? key : 'non_field_errors'
      errors[field] ??= [
        issue.received === 'undefined' ? 'This field is required.' : messageOf(issue.message),
      ]
    }
    return { errors }
  }
  return toInput(parsed.output)
}

/** Returns the fields without null values, which some shops send for unknown ones. */
const withoutNulls = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

/** Returns our own messages unchanged, and a general one instead of the library's. */
const messageOf = (message: string) =>
  message.startsWith('Invalid ') ? 'This value is not valid.' : message

/** Returns the items of a form or URL, which are sent as JSON. */
function itemsIn({ items }: Record<string, unknown>): { items?: unknown } {
  if (typeof items !== 'string') return {}
  try {
    return { items: items.trim() === '' ? [] : (JSON.parse(items) as unknown) }
  } catch {
    return { items: false }
  }
}

const WRONG_AMOUNT = 'This amount is not valid in that currency or too large for an order.'

function toInput(read: v.InferOutput<typeof Fields>): ReadResult {
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

/** Returns a hash that is equal for calls that report the same about an order. */
export const fingerprintOf = ({ status, minor, currency, items, reason }: PostbackInput) =>
  createHash('sha256')
    .update(JSON.stringify([status, minor, currency, items, reason]))
    .digest('base64url')
