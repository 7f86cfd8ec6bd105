import { DUPLICATE_MS } from './duplicates.ts'

/** Above it the older half is forgotten early: some ten megabytes. */
const MOST = 40_000

/**
 * Clicks that counted a moment ago. Another tap of the same visitor is a duplicate whatever any
 * process has written since, so the database need not be asked; what is not known here, it tells.
 */
export class RecentVisits {
  #young = new Map<string, number>()
  #old = new Map<string, number>()
  #since = Date.now()

  isDuplicate(linkId: string, visitor: string, at: number): boolean {
    const key = linkId + visitor
    const counted = this.#young.get(key) ?? this.#old.get(key)
    return counted !== undefined && Math.abs(at - counted) < DUPLICATE_MS
  }

  /** Only what is committed: a click that is written again must be judged the same. */
  remember(linkId: string, visitor: string, at: number) {
    if (this.#young.size >= MOST || Date.now() - this.#since > DUPLICATE_MS) {
      this.#old = this.#young
      this.#young = new Map()
      this.#since = Date.now()
    }
    this.#young.set(linkId + visitor, at)
  }
}
