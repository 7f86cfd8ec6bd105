import { RECENT_DAYS, type RecentClicks } from '#contract/links/short-link.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Returns the local calendar day of a time. The server counts days in the same time zone, because
 * this browser reported it.
 */
const localDay = (now: Date) => Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())

/**
 * Returns the clicks of each of the last 30 days, oldest first. A saved row may be some days old,
 * so its numbers are shifted.
 */
export function recentDays(recent: RecentClicks | undefined, now: Date): number[] {
  const days = Array.from({ length: RECENT_DAYS }, () => 0)
  if (!recent) return days
  const until = Date.parse(recent.until)
  // If the row's time zone is ahead, its last day may be tomorrow here.
  const daysBehind = Math.max(0, Math.round((localDay(now) - until) / DAY_MS))
  for (const [back, clicks] of recent.days.toReversed().entries()) {
    const place = RECENT_DAYS - 1 - daysBehind - back
    if (place >= 0) days[place] = clicks
  }
  return days
}
