/** Time for which positions are kept. A longer lag is not measured. */
const KEPT_MS = 60 * 60_000

/**
 * Positions of the primary's write-ahead log, each with a time before it was read. A replica that
 * has applied a position has everything that was committed before that time. Times are those of
 * `performance.now()`, so that a changed clock does not matter.
 */
export class Positions {
  readonly #known: { at: number; position: bigint }[] = []

  add(at: number, position: bigint) {
    this.#known.push({ at, position })
    const isOld = ({ at: time }: { at: number }) => time < at - KEPT_MS
    while (this.#known[0] && isOld(this.#known[0])) this.#known.shift()
  }

  /** Returns the latest time up to which a replica at this position is complete. */
  timeOf(replica: bigint): number | null {
    return this.#known.findLast(({ position }) => position <= replica)?.at ?? null
  }

  /** Returns whether positions are known from before a time. */
  reachBackTo = (time: number) => this.#known[0] !== undefined && this.#known[0].at <= time

  clear() {
    this.#known.length = 0
  }
}
