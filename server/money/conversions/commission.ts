import { divideHalfEven } from '../../platform/half-even.ts'
import { centsExactly, toCents, type PricedAmount } from './amounts.ts'
import type { OrderLine } from '../../platform/db/schema/conversions-schema.ts'

const WHOLE = 10_000n

/** Amounts of an order: the base, the creator's commission, and the brand's total fee. */
export type Earned = { baseCents: number; commissionCents: number; feeCents: number }

/**
 * Returns the amounts of an order. Each is rounded once per order, from the amount the shop
 * reported. If the order was reduced, every line is reduced in proportion.
 */
export function earningsOf(priced: PricedAmount, lines: readonly OrderLine[]): Earned {
  const whole = lines.reduce((sum, { minor }) => sum + BigInt(minor), 0n)
  const [cents, divisor] = centsExactly(priced)
  if (whole === 0n) return { baseCents: toCents(priced), commissionCents: 0, feeCents: 0 }
  const fee = lines.reduce(
    (sum, { minor, rateBasisPoints }) => sum + BigInt(minor) * BigInt(rateBasisPoints),
    0n,
  )
  const commission = lines.reduce(
    (sum, { minor, rateBasisPoints, shareBasisPoints }) =>
      sum + BigInt(minor) * BigInt(rateBasisPoints) * BigInt(shareBasisPoints),
    0n,
  )
  return {
    baseCents: toCents(priced),
    commissionCents: Number(divideHalfEven(cents * commission, divisor * whole * WHOLE * WHOLE)),
    feeCents: Number(divideHalfEven(cents * fee, divisor * whole * WHOLE)),
  }
}

/** Returns the creator's share of the whole amount in percent, for display. */
export function percentageOf(lines: readonly OrderLine[]): number {
  const whole = lines.reduce((sum, { minor }) => sum + minor, 0)
  const parts = lines.map(({ minor, rateBasisPoints, shareBasisPoints }) => {
    const weight = whole === 0 ? 1 / lines.length : minor / whole
    return weight * rateBasisPoints * shareBasisPoints
  })
  return Math.round(parts.reduce((sum, part) => sum + part, 0) / 10_000) / 100
}
