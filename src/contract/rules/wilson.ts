/** Interval in which a share lies with 95 % certainty, as numbers from 0 to 1. */
export type Interval = { low: number; high: number }

/** Quantile of the normal distribution for 95 %. */
const Z = 1.959964

/**
 * Returns the Wilson score interval of a share (E. B. Wilson, 1927). Unlike the usual interval, it
 * is also right for few or no successes. `successes` above `trials` count as all of them.
 */
export function wilson(successes: number, trials: number): Interval {
  if (trials <= 0) return { low: 0, high: 1 }
  const share = Math.min(successes / trials, 1)
  const z2 = Z * Z
  const centre = share + z2 / (2 * trials)
  const margin = Z * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials * trials))
  const scale = 1 + z2 / trials
  return {
    low: Math.max(0, (centre - margin) / scale),
    high: Math.min(1, (centre + margin) / scale),
  }
}
