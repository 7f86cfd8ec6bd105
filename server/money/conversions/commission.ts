import { centsExactly, divideHalfEven, toCents, type Priced } from './amounts.ts'
import type { OrderLine } from '../../platform/db/schema/conversions-schema.ts'

const WHOLE = 10_000n

/** What an order brings: the base, the creator's part, and what the brand pays for it in all. */
export type Earned = { baseCents: number; commissionCents: number; feeCents: number }

/**
 * Each is rounded once an order, from the amount as the shop said it. Of an amount that became less,
 * every line loses the same part.
 */
export function earnedBy(priced: Priced, lines: readonly OrderLine[]): Earned {
  const whole = lines.reduce((sum, { minor }) => sum + BigInt(minor), 0n)
  const [cents, one] = centsExactly(priced)
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
    commissionCents: Number(divideHalfEven(cents * commission, one * whole * WHOLE * WHOLE)),
    feeCents: Number(divideHalfEven(cents * fee, one * whole * WHOLE)),
  }
}

/** What a creator gets of the whole, in percent, for people to read. */
export function percentageOf(lines: readonly OrderLine[]): number {
  const whole = lines.reduce((sum, { minor }) => sum + minor, 0)
  const parts = lines.map(({ minor, rateBasisPoints, shareBasisPoints }) => {
    const weight = whole === 0 ? 1 / lines.length : minor / whole
    return weight * rateBasisPoints * shareBasisPoints
  })
  return Math.round(parts.reduce((sum, part) => sum + part, 0) / 10_000) / 100
}
