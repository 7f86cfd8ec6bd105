import { setImmediate } from 'node:timers/promises'
import { ByVisit, type PersonClick } from './duplicates.ts'
import type { ClickEvent } from './events.ts'
import { KIND, type Kind } from './kinds.ts'
import type { OwnVisitors } from './own-visitors.ts'
import { isSliceEnd } from './pace.ts'
import type { VisitsOfFold } from './recent-visits.ts'

/** Kinds that are known without the database; undefined for a click that may count. */
export type KnownKinds = (Kind | undefined)[]

export async function knownKinds(
  events: ClickEvent[],
  visits: VisitsOfFold,
  own: OwnVisitors,
): Promise<KnownKinds> {
  const known: KnownKinds = []
  for (const [index, { kind, link, visitor, at }] of events.entries()) {
    if (isSliceEnd(index)) await setImmediate()
    if (kind !== 'human') known.push(KIND[kind])
    else if (own.get(link.userId)?.has(visitor)) known.push(KIND.own)
    else known.push(visits.isDuplicate(link.linkId, visitor, at) ? KIND.duplicate : undefined)
  }
  return known
}

/**
 * Returns the first click of each visitor on each link that may count, and the visitors who clicked
 * again after it.
 */
export async function visitsIn(events: ClickEvent[], known: KnownKinds) {
  const clicks = new ByVisit<PersonClick & { isRepeated: boolean }>()
  for (const [index, { link, visitor, at }] of events.entries()) {
    if (isSliceEnd(index)) await setImmediate()
    if (known[index] !== undefined) continue
    const first = clicks.get(link.linkId, visitor)
    if (first) first.isRepeated = true
    else clicks.set(link.linkId, visitor, { linkId: link.linkId, visitor, at, isRepeated: false })
  }
  const firsts = [...clicks].map(([, , first]) => first)
  return { firsts, repeaters: firsts.filter((first) => first.isRepeated) }
}
