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

  /** For one transaction; what it counts is forgotten unless it commits, to be judged the same again. */
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
      if (this.#young.size >= MOST || Date.now() - this.#since > DUPLICATE_MS) {
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
  /** A click that counts. */
  remember(linkId: string, visitor: string, at: number): void
  commit(): void
}
