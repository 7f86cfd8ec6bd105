import { REDEEM_AMOUNTS, THRESHOLD_LIMITS } from '#contract/money/wallet.ts'

/** Pairs of a lower bound and the step from there on, in dollars. */
const STEP_SIZES = [
  [10, 5],
  [50, 10],
  [100, 25],
  [250, 50],
] as const

/**
 * Returns the stops of the slider: small steps for small amounts, always with the current value.
 */
export function stopsOf(least: number, current: number): number[] {
  const stops = new Set([least, current, THRESHOLD_LIMITS.max])
  STEP_SIZES.forEach(([from, stride], index) => {
    const until = STEP_SIZES[index + 1]?.[0] ?? THRESHOLD_LIMITS.max
    for (let stop: number = from; stop < until; stop += stride) stops.add(stop)
  })
  return [...stops].filter((stop) => stop >= Math.min(least, current)).sort((a, b) => a - b)
}

/** Returns the same choice as buttons, for users who cannot move a slider. */
export const commonAmounts = (least: number) => ({
  amounts: REDEEM_AMOUNTS,
  allowed: REDEEM_AMOUNTS.filter((step) => step >= least),
})
