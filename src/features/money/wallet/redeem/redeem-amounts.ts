import { REDEEM_AMOUNTS, type RedeemValues } from '#contract/money/wallet.ts'

/** Returns the amounts to show, and those that can be chosen now. */
export function amountsOf({ results, max }: RedeemValues, available: number) {
  const allowed = results.map(({ value }) => value)
  const largest = Math.max(max, available)
  const steps = REDEEM_AMOUNTS.filter((step) => step <= largest)
  const all = new Set<number>([...steps, ...allowed, ...(largest > 0 ? [largest] : [])])
  return { allowed, amounts: [...all].sort((a, b) => a - b) }
}

/** Returns the chosen amount if it is still allowed, or else the largest one. */
export const selectedAmount = (chosen: number | null, allowed: readonly number[]): number | null =>
  chosen !== null && allowed.includes(chosen)
    ? chosen
    : allowed.length > 0
      ? Math.max(...allowed)
      : null
