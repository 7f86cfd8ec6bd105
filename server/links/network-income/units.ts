import type { TotalsByCurrency, RowStatus } from '#contract/money/networks.ts'
import { exponentOf } from '../../platform/currencies.ts'
import { divideHalfEven } from '../../platform/half-even.ts'

/** Number of decimals of amounts in millionths. */
export const MICRO_DECIMALS = 6

/** Returns millionths as units of a currency. They are rounded once, after all sums. */
export function toUnits(micros: bigint, currency: string): number {
  const exponent = exponentOf(currency)
  const minor = divideHalfEven(micros, 10n ** BigInt(MICRO_DECIMALS - exponent))
  return Number(minor) / 10 ** exponent
}

/** Sum of one currency and status, in millionths as text. */
export type MicroSum = { currency: string; status: RowStatus; micros: string }

/** Returns the sums by currency in units. */
export function toTotals(sums: readonly MicroSum[]): TotalsByCurrency {
  const totals: TotalsByCurrency = {}
  for (const { currency, status, micros } of sums) {
    const total = (totals[currency] ??= { pending: 0, approved: 0, declined: 0 })
    total[status] = toUnits(BigInt(micros), currency)
  }
  return totals
}
