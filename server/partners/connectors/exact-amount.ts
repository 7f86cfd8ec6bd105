import { divideHalfEven } from '../../platform/half-even.ts'
import { decimalText, exponentOf } from '../../platform/currencies.ts'

const DECIMALS = 8
const UNIT = 10n ** BigInt(DECIMALS)

/**
 * Returns a decimal such as `-12.50` in hundred-millionths, so that sums are exact. Further
 * decimals are cut off. Undefined if it is not a decimal.
 */
export function exactly(value: unknown): bigint | undefined {
  const text =
    typeof value === 'number' ? plainText(value) : typeof value === 'string' ? value.trim() : ''
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') return undefined
  const amount = BigInt(whole) * UNIT + BigInt(decimals.slice(0, DECIMALS).padEnd(DECIMALS, '0'))
  return sign === '-' ? -amount : amount
}

/** Returns a number without an exponent, as in `0.0000001`. */
const plainText = (value: number) =>
  Number.isFinite(value) && Math.abs(value) < 1e15 ? value.toFixed(DECIMALS) : ''

/** Returns an integer amount of a currency's smallest unit in hundred-millionths of a unit. */
export const fromSmallest = (amount: number, exponent: number): bigint =>
  (BigInt(amount) * UNIT) / 10n ** BigInt(exponent)

/** Returns the amount in the smallest unit of the currency, with halves rounded to even. */
export const toSmallest = (exact: bigint, currency: string): number =>
  Number(divideHalfEven(exact * 10n ** BigInt(exponentOf(currency)), UNIT))

/** Returns `amount` times `part` / `whole`, with halves rounded to even. `whole` is positive. */
export const shareOf = (amount: number, part: bigint, whole: bigint): number =>
  Number(divideHalfEven(BigInt(amount) * part, whole))

/** Returns an amount in the smallest unit as a decimal, such as `12.50` or `1200` for yen. */
export const decimalOf = (minor: number, currency: string): string =>
  decimalText(minor, exponentOf(currency))
