/** Minimum time between two measurements, in ms, so that a busy server does not pay for them. */
const GAP_MS = 20
/** Number of measurements that are kept. */
const MAX_TIMES = 1024
/** Time for which a measurement counts, in ms. */
const MAX_AGE_MS = 3_600_000
/** Minimum number of measurements. With fewer, the slowest alone is the 99th percentile. */
const MIN_TIMES = 100

/** Keeps how long the latest requests of one kind took. All times are of `performance.now()`. */
export class RecentTimes {
  readonly #endedAt = new Float64Array(MAX_TIMES)
  readonly #took = new Float64Array(MAX_TIMES)
  #count = 0
  #measuredAt = Number.NEGATIVE_INFINITY

  /** Returns whether a request that starts at `now` should be measured. */
  isDue(now: number): boolean {
    if (now - this.#measuredAt < GAP_MS) return false
    this.#measuredAt = now
    return true
  }

  add(startedAt: number, endedAt: number): void {
    const place = this.#count % MAX_TIMES
    this.#count += 1
    this.#endedAt[place] = endedAt
    this.#took[place] = endedAt - startedAt
  }

  /**
   * Returns the time in ms within which 99 of 100 of the latest requests were answered: of the last
   * 1,024 measurements, those of the last hour. Null after fewer than 100 of them.
   */
  p99(now: number = performance.now()): number | null {
    const kept = Math.min(this.#count, MAX_TIMES)
    const isRecent = (_: number, place: number) => now - (this.#endedAt[place] ?? 0) <= MAX_AGE_MS
    const recent = this.#took.slice(0, kept).filter(isRecent).sort()
    if (recent.length < MIN_TIMES) return null
    return recent[Math.ceil(recent.length * 0.99) - 1] ?? null
  }
}
