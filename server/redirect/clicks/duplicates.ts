import { KIND, type Kind } from './kinds.ts'

/** A second tap of the same visitor on the same link within this time is not a second click (D-28). */
export const DUPLICATE_MS = 10_000

/** A visitor's name says the day as well, so link and visitor are enough to tell visits apart. */
export type PersonClick = { linkId: string; visitor: string; at: number }

/** Values by link and visitor. Nested, because a joined key a click costs more. */
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
 * Tells unique, further and repeated clicks of people apart. The first click of each visitor in a
 * batch was judged by the database (`counted`: true for their first of the day); what follows it
 * counts from there, or from `lastCounted` when that first click was a duplicate. `later` fills with
 * visitors who counted again within the batch, which takes a batch that waited long.
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
