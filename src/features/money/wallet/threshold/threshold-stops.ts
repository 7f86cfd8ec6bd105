import { REDEEM_STEPS, THRESHOLD } from '#contract/money/wallet.ts'

/** From this sum on, by this much. */
const STRIDES = [
  [10, 5],
  [50, 10],
  [100, 25],
  [250, 50],
] as const

/** Where the slider can stand: close together where sums are small, and always where it stands. */
export function stopsOf(least: number, current: number): number[] {
  const stops = new Set([least, current, THRESHOLD.most])
  STRIDES.forEach(([from, stride], index) => {
    const until = STRIDES[index + 1]?.[0] ?? THRESHOLD.most
    for (let stop: number = from; stop < until; stop += stride) stops.add(stop)
  })
  return [...stops].filter((stop) => stop >= Math.min(least, current)).sort((a, b) => a - b)
}

/** The same for whom a slider is hard to move. */
export const twinsOf = (least: number) => ({
  amounts: REDEEM_STEPS,
  allowed: REDEEM_STEPS.filter((step) => step >= least),
})
