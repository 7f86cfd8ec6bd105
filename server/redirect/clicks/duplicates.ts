import { KIND, type Kind } from './kinds.ts'

/** Time in which a second click of the same visitor on the same link counts as a duplicate. */
export const DUPLICATE_MS = 10_000

/** Click of a person. The visitor id includes the day, so link and visitor identify a visit. */
export type PersonClick = { linkId: string; visitor: string; at: number }

/** Map by link and visitor. Nested, because building a combined key for each click is slower. */
export class ByVisit<Value> {
  readonly #byLink = new Map<string, Map<string, Value>>()

  get(linkId: string, visitor: string): Value | undefined {
    return this.#byLink.get(linkId)?.get(visitor)
  }

  has(linkId: string, visitor: string): boolean {
    return this.get(linkId, visitor) !== undefined
  }

  set(linkId: string, visitor: string, value: Value) {
    const visitors = this.#byLink.get(linkId)
    if (visitors) visitors.set(visitor, value)
    else this.#byLink.set(linkId, new Map([[visitor, value]]))
  }

  *[Symbol.iterator](): Generator<[linkId: string, visitor: string, value: Value]> {
    for (const [linkId, visitors] of this.#byLink) {
      for (const [visitor, value] of visitors) yield [linkId, visitor, value]
    }
  }
}

export type Judge = (linkId: string, visitor: string, at: number) => Kind

/**
 * Creates the function that classifies clicks of people as unique, human or duplicate. The database
 * has judged the first click of each visitor in the batch (`counted`: true if it was their first of
 * the day). Later clicks are compared with that one, or with `lastCounted` if it was a duplicate.
 * `later` collects visitors who counted again within the batch, which only happens if the batch
 * waited long.
 */
export function createJudge(counted: ByVisit<boolean>, lastCounted: ByVisit<number>) {
  const last = new ByVisit<number>()
  const later = new ByVisit<number>()
  const judge: Judge = (linkId, visitor, at) => {
    const before = last.get(linkId, visitor)
    if (before === undefined) {
      const isNew = counted.get(linkId, visitor)
      last.set(linkId, visitor, isNew === undefined ? (lastCounted.get(linkId, visitor) ?? at) : at)
      if (isNew === undefined) return KIND.duplicate
      return isNew ? KIND.unique : KIND.human
    }
    if (Math.abs(at - before) < DUPLICATE_MS) return KIND.duplicate
    last.set(linkId, visitor, at)
    later.set(linkId, visitor, at)
    return KIND.human
  }
  return { judge, later }
}
