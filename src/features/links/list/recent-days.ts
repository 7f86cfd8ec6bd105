import { RECENT_DAYS, type RecentClicks } from '#contract/links.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Of the clock that the person sees; the server counts by the time zone that this browser has told it. */
const dayOf = (now: Date) => Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())

/** A number for each of the last 30 days, the oldest first: what a row has may be of some time ago. */
export function recentDays(recent: RecentClicks | undefined, now: Date): number[] {
  const days = Array.from({ length: RECENT_DAYS }, () => 0)
  if (!recent) return days
  const until = Date.parse(recent.until)
  // Where the day began earlier, it may be tomorrow already.
  const behind = Math.max(0, Math.round((dayOf(now) - until) / DAY_MS))
  for (const [back, clicks] of recent.days.toReversed().entries()) {
    const place = RECENT_DAYS - 1 - behind - back
    if (place >= 0) days[place] = clicks
  }
  return days
}
