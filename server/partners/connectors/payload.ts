import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import { isCurrency } from '../../platform/currencies.ts'
import { exactly } from './exact-amount.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Payload of a shop system. Every value is checked before it is used. */
export type Payload = Record<string, unknown>

/** Thrown for a payload without a needed value. The message is for the brand. */
export class PayloadError extends Error {
  override name = 'PayloadError'
}

const MAX_ENTRIES = 1000

export const asRecord = (value: unknown): Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : {}

export const asList = (value: unknown): Payload[] =>
  Array.isArray(value) ? value.slice(0, MAX_ENTRIES).map(asRecord) : []

/** Returns a text or a number as text; empty for all else. */
export function asText(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' ? value.replace(/[\p{Cc}\p{Surrogate}]/gu, '').trim() : ''
}

/** Returns an exact amount. Throws `PayloadError` if it is none. */
export function requireAmount(from: Payload, name: string): bigint {
  const amount = exactly(from[name])
  if (amount === undefined) throw new PayloadError(`The amount “${name}” is missing or invalid.`)
  return amount
}

/** Returns an exact amount, 0 if it is missing. */
export const amountIn = (from: Payload, name: string): bigint => exactly(from[name]) ?? 0n

export const sumOf = <T>(list: T[], amount: (one: T) => bigint): bigint =>
  list.reduce((sum, one) => sum + amount(one), 0n)

export function requireText(from: Payload, name: string, max = 100): string {
  const text = asText(from[name])
  if (text === '' || text.length > max)
    throw new PayloadError(`The value “${name}” is missing or invalid.`)
  return text
}

export function requireCurrency(from: Payload): string {
  const currency = asText(from['currency']).toUpperCase()
  if (!isCurrency(currency)) throw new PayloadError(`The currency “${currency}” is unknown.`)
  return currency
}

/** Returns a time in UTC. Throws `PayloadError` if it is none. */
export function requireTime(value: unknown): string {
  const time = timeOf(value)
  if (time === null) throw new PayloadError('The time of the order is missing or invalid.')
  return time
}

/** Returns a time in UTC, or null. Numbers are seconds. */
export function timeOf(value: unknown): string | null {
  const date = typeof value === 'number' ? new Date(value * 1000) : new Date(asText(value))
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** Name of the value that the script of the shop stores. */
export const CLICK_FIELD = 'split_click_id'

/** Returns the first value that is a click id, in lower case. */
export const firstClickId = (...values: unknown[]): string | null =>
  values.map((value) => asText(value).toLowerCase()).find((value) => v.is(Uuid, value)) ?? null

/** Returns the value of a parameter in an address or path. */
export function parameterOf(address: unknown, name: string): string {
  const text = asText(address)
  if (text === '' || !canParseUrl(text, 'https://shop.example')) return ''
  return new URL(text, 'https://shop.example').searchParams.get(name) ?? ''
}

const MAX_CODES = 10

/** Returns the coupon codes of an order without repetitions. */
export const codesOf = (values: unknown[]): string[] => [
  ...new Set(
    values
      .map(asText)
      .filter((code) => code !== '' && code.length <= 100)
      .slice(0, MAX_CODES),
  ),
]

/** Returns the SHA-256 of the first email address; empty if there is none. */
export function customerOf(...values: unknown[]): string {
  const email = values
    .map((value) => asText(value).toLowerCase())
    .find((text) => text.includes('@'))
  return email === undefined ? '' : createHash('sha256').update(email).digest('hex')
}
