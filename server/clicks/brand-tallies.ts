import type { ClickedLink } from './events.ts'
import { KIND, type Kind } from './kinds.ts'

/** Counted visits of a brand by way of one link on one UTC day. */
export type BrandCount = {
  brandId: string
  userId: string
  linkId: string
  /** Days since 1970. */
  day: number
  human: number
  unique: number
}

const DAY_MS = 24 * 60 * 60 * 1000

/** What a fold adds to the days of brands; most links lead to none, and cost nothing here. */
export class BrandTallies {
  readonly #counts = new Map<string, BrandCount>()

  add({ brandId, userId, linkId }: ClickedLink, at: number, kind: Kind) {
    if (brandId === null || (kind !== KIND.human && kind !== KIND.unique)) return
    const day = Math.floor(at / DAY_MS)
    const key = `${brandId} ${linkId} ${day}`
    const known = this.#counts.get(key) ?? { brandId, userId, linkId, day, human: 0, unique: 0 }
    known[kind === KIND.unique ? 'unique' : 'human'] += 1
    this.#counts.set(key, known)
  }

  /** Of links that are still there: one that was deleted meanwhile takes its clicks with it. */
  of(links: ReadonlyMap<string, unknown>): BrandCount[] {
    return [...this.#counts.values()].filter(({ linkId }) => links.has(linkId))
  }
}
