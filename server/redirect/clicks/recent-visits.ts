import { DUPLICATE_MS } from './duplicates.ts'

/**
 * Maximum number of visits in one generation, about ten megabytes. Above it the older generation is
 * dropped early.
 */
const MAX_VISITS = 40_000

/**
 * Clicks that were counted a moment ago. Another click of the same visitor is a duplicate, whatever
 * other processes have written since, so no query is needed. For visits not known here, the
 * database decides.
 */
export class RecentVisits {
  #young = new Map<string, number>()
  #old = new Map<string, number>()
  #since = Date.now()

  /**
   * Returns a view for one transaction. Its visits are kept only after `commit()`, so that a retry
   * gets the same result.
   */
  begin(): VisitsOfFold {
    const mine = new Map<string, number>()
    return {
      isDuplicate: (linkId, visitor, at) => {
        const key = linkId + visitor
        const counted = mine.get(key) ?? this.#young.get(key) ?? this.#old.get(key)
        return counted !== undefined && Math.abs(at - counted) < DUPLICATE_MS
      },
      remember: (linkId, visitor, at) => mine.set(linkId + visitor, at),
      commit: () => this.#add(mine),
    }
  }

  #add(visits: Map<string, number>) {
    for (const [key, at] of visits) {
      if (this.#young.size >= MAX_VISITS || Date.now() - this.#since > DUPLICATE_MS) {
        this.#old = this.#young
        this.#young = new Map()
        this.#since = Date.now()
      }
      this.#young.set(key, at)
    }
  }
}

export type VisitsOfFold = {
  isDuplicate(linkId: string, visitor: string, at: number): boolean
  /** Adds a counted click. */
  remember(linkId: string, visitor: string, at: number): void
  commit(): void
}
