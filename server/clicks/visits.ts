import { setImmediate } from 'node:timers/promises'
import { ByVisit, type PersonClick } from './duplicates.ts'
import type { ClickEvent } from './events.ts'
import { isSliceEnd } from './pace.ts'
import type { RecentVisits } from './recent-visits.ts'

/**
 * The first click of each visitor on each link that may count, and those visitors who clicked
 * again after it.
 */
export async function visitsIn(events: ClickEvent[], recent: RecentVisits) {
  const clicks = new ByVisit<PersonClick & { again: boolean }>()
  for (const [index, { kind, link, visitor, at }] of events.entries()) {
    if (isSliceEnd(index)) await setImmediate()
    if (kind !== 'human' || recent.isDuplicate(link.linkId, visitor, at)) continue
    const first = clicks.get(link.linkId, visitor)
    if (first) first.again = true
    else clicks.set(link.linkId, visitor, { linkId: link.linkId, visitor, at, again: false })
  }
  const firsts = [...clicks].map(([, , first]) => first)
  return { firsts, repeaters: firsts.filter((first) => first.again) }
}
