import { REDEEM_STEPS, THRESHOLD } from '#contract/money/wallet.ts'

/** Pairs of a lower bound and the step from there on, in dollars. */
const STRIDES = [
  [10, 5],
  [50, 10],
  [100, 25],
  [250, 50],
] as const

/**
 * Returns the stops of the slider: small steps for small amounts, always with the current value.
 */
export function stopsOf(least: number, current: number): number[] {
  const stops = new Set([least, current, THRESHOLD.most])
  STRIDES.forEach(([from, stride], index) => {
    const until = STRIDES[index + 1]?.[0] ?? THRESHOLD.most
    for (let stop: number = from; stop < until; stop += stride) stops.add(stop)
  })
  return [...stops].filter((stop) => stop >= Math.min(least, current)).sort((a, b) => a - b)
}

/** Returns the same choice as buttons, for users who cannot move a slider. */
export const twinsOf = (least: number) => ({
  amounts: REDEEM_STEPS,
  allowed: REDEEM_STEPS.filter((step) => step >= least),
})
