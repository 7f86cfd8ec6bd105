import { nextKeys } from '../links/link-key.ts'
import type { Target } from './target.ts'
import type { Targets } from './targets.ts'

/** Creates the functions that find the target of a link key, also by the keys that come next. */
export function createFinder(targets: Targets) {
  /** Returns a target from memory, or undefined if one of its keys has to be read. */
  function lookUp(key: string): Target | null | undefined {
    let target = targets.get(key)
    if (target !== null) return target
    for (const next of nextKeys(key)) {
      target = targets.get(next)
      if (target !== null) break
    }
    return target
  }

  async function find(key: string): Promise<Target | null> {
    for (const one of [key, ...nextKeys(key)]) {
      const known = targets.get(one)
      const target = known === undefined ? await targets.find(one) : known
      if (target) return target
    }
    return null
  }

  return { lookUp, find }
}
