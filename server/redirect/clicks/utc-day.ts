export const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the number of the UTC day of a time in milliseconds. The hourly sums use the same days. */
export const dayOf = (at: number) => Math.floor(at / DAY_MS)
