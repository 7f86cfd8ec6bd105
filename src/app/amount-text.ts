import { numberFormat } from '#app/intl.ts'
import type { EarnedElsewhere } from '#contract/money/networks.ts'

/** Returns an amount in its currency: `€482.19`, `¥1,250`. */
export const amountText = (amount: number, currency: string): string =>
  numberFormat({ style: 'currency', currency })(amount + 0)

/** Returns the amounts of currencies without an exchange rate as a sentence, or null if there are none. */
export function withoutRateText({ unconverted }: EarnedElsewhere): string | null {
  const amounts = Object.entries(unconverted).map(([currency, { approved, pending }]) =>
    amountText(approved + pending, currency),
  )
  return amounts.length === 0 ? null : `Without an exchange rate: ${amounts.join(', ')}.`
}
