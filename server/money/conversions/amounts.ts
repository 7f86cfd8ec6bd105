import { exponentOf } from '../../platform/currencies.ts'
import { divideHalfEven } from '../../platform/half-even.ts'

/** Maximum amount of an order in whole units. A higher amount is a misplaced decimal point. */
const MAX_AMOUNT = 10_000_000n

/** Maximum number of decimals read. */
const DECIMALS = 20
const SCALED_UNIT = 10n ** BigInt(DECIMALS)
/** A millionth of a unit. Sums of binary fractions have small errors, as in 3.3000000000000003. */
const TOLERANCE = SCALED_UNIT / 1_000_000n

/**
 * Returns an amount in the smallest unit of its currency. Undefined if it is not an amount, is too
 * large, or is more than a millionth of a unit away from a whole number of the smallest unit.
 */
export function toMinor(written: string, currency: string): number | undefined {
  const exponent = exponentOf(currency)
  const [, whole = '', decimals = ''] = /^(\d{1,12})(?:\.(\d{1,20}))?$/.exec(written) ?? []
  if (whole === '') return undefined
  const step = 10n ** BigInt(DECIMALS - exponent)
  const exact = BigInt(whole) * SCALED_UNIT + BigInt(decimals.padEnd(DECIMALS, '0'))
  const minor = (exact + step / 2n) / step
  const error = exact - minor * step
  if (error > TOLERANCE || -error > TOLERANCE) return undefined
  return minor > maxAmountOf(currency) * 10n ** BigInt(exponent) ? undefined : Number(minor)
}

/** Currencies without decimals, such as the yen, have a small unit and get a higher limit. */
const maxAmountOf = (currency: string) =>
  exponentOf(currency) === 0 ? MAX_AMOUNT * 1000n : MAX_AMOUNT

const SCALE = 100_000_000n

/** Returns a decimal such as `1.08`, as the database writes it, in hundred-millionths. */
export function toScaled(decimal: string): bigint {
  const [whole = '0', decimals = ''] = decimal.split('.')
  return BigInt(whole) * SCALE + BigInt(decimals.slice(0, 8).padEnd(8, '0'))
}

export type PricedAmount = { minor: number; currency: string; dollars: string }

/** Returns the numerator and denominator of an amount in US cents, without rounding. */
export function centsExactly({ minor, currency, dollars }: PricedAmount): [bigint, bigint] {
  return [BigInt(minor) * toScaled(dollars) * 100n, SCALE * 10n ** BigInt(exponentOf(currency))]
}

export function toCents(priced: PricedAmount): number {
  return Number(divideHalfEven(...centsExactly(priced)))
}
