import { KIND, type Kind } from './kinds.ts'

/** A second tap of the same visitor on the same link within this time is not a second click (D-28). */
export const DUPLICATE_MS = 10_000

export type PersonClick = { linkId: string; visitor: string; at: number }

/** When a visitor's click on a link last counted, by link and visitor: the name says the day as well. */
export class LastCounted {
  readonly #byLink = new Map<string, Map<string, number>>()

  get(linkId: string, visitor: string): number | undefined {
    return this.#byLink.get(linkId)?.get(visitor)
  }

  set(linkId: string, visitor: string, at: number) {
    const visitors = this.#byLink.get(linkId)
    if (visitors) visitors.set(visitor, at)
    else this.#byLink.set(linkId, new Map([[visitor, at]]))
  }

  *[Symbol.iterator](): Generator<PersonClick> {
    for (const [linkId, visitors] of this.#byLink) {
      for (const [visitor, at] of visitors) yield { linkId, visitor, at }
    }
  }
}

/**
 * Tells unique, further and repeated clicks of people apart. `known` is what the database knows;
 * `changed` fills with what has to be written back.
 */
export function createJudge(known: LastCounted) {
  const changed = new LastCounted()
  function judge(linkId: string, visitor: string, at: number): Kind {
    const last = changed.get(linkId, visitor) ?? known.get(linkId, visitor)
    if (last !== undefined && Math.abs(at - last) < DUPLICATE_MS) return KIND.duplicate
    changed.set(linkId, visitor, Math.max(last ?? 0, at))
    return last === undefined ? KIND.unique : KIND.human
  }
  return { judge, changed }
}
