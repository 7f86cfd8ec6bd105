import type { ClickEvent } from './events.ts'
import { KIND, type Kind } from './kinds.ts'
import { dayOf } from './utc-day.ts'

/** Counted clicks on one link that came through one widget on one UTC day. */
export type WidgetCount = {
  key: string
  userId: string
  linkId: string
  /** Days since 1970. */
  day: number
  human: number
  unique: number
}

/** Clicks that a fold adds to the daily sums of widgets. Clicks without a widget are skipped. */
export class WidgetTallies {
  readonly #counts = new Map<string, WidgetCount>()

  add({ widget, link: { userId, linkId }, at }: ClickEvent, kind: Kind) {
    if (widget === '' || (kind !== KIND.human && kind !== KIND.unique)) return
    const day = dayOf(at)
    const name = `${widget} ${linkId} ${day}`
    const known = this.#counts.get(name) ?? {
      key: widget,
      userId,
      linkId,
      day,
      human: 0,
      unique: 0,
    }
    known[kind === KIND.unique ? 'unique' : 'human'] += 1
    this.#counts.set(name, known)
  }

  /**
   * Returns the counts for links that still exist. Clicks on links that were deleted meanwhile are
   * dropped.
   */
  of(links: ReadonlyMap<string, unknown>): WidgetCount[] {
    return [...this.#counts.values()].filter(({ linkId }) => links.has(linkId))
  }
}
