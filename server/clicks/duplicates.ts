import { KIND, type Kind } from './kinds.ts'
import { dayOf } from './visitor.ts'

/** A second tap of the same visitor on the same link within this time is not a second click (D-28). */
export const DUPLICATE_MS = 10_000

export type PersonClick = { linkId: string; visitor: string; at: number }
export type Counted = PersonClick & { day: string }

/** The visitor's name changes daily, so visitor and link say the day as well. */
export const visitKey = (linkId: string, visitor: string) => linkId + visitor

/**
 * Tells unique, further and repeated clicks of people apart. `lastCounted` is what the database
 * knows; it is brought up to date as clicks are judged, and `changed` says what to write back.
 */
export function createJudge(lastCounted: Map<string, number>) {
  const changed = new Map<string, Counted>()
  function judge(click: PersonClick): Kind {
    const key = visitKey(click.linkId, click.visitor)
    const last = lastCounted.get(key)
    if (last !== undefined && Math.abs(click.at - last) < DUPLICATE_MS) return KIND.duplicate
    lastCounted.set(key, Math.max(last ?? 0, click.at))
    changed.set(key, { ...click, at: Math.max(last ?? 0, click.at), day: isoDay(click.at) })
    return last === undefined ? KIND.unique : KIND.human
  }
  return { judge, changed }
}

/** `2026-01-31`, worked out once a day and not once a click. */
export function isoDay(at: number): string {
  const day = dayOf(at)
  if (day !== latest.day) latest = { day, iso: new Date(at).toISOString().slice(0, 10) }
  return latest.iso
}
let latest = { day: Number.NaN, iso: '' }
