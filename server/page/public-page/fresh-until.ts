import type { SmartRule } from '#contract/collections.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Maximum cache time of content that depends on clicks. New clicks do not invalidate the cache. */
const CLICKS_CACHE_MS = 60_000

/**
 * Returns the time when the page changes by itself: a link starts or expires, a rule's day ends, or new
 * clicks may count.
 */
export function freshUntil(now: Date, times: (Date | null)[], rules: (SmartRule | null)[]): number {
  const at = now.getTime()
  const byTime = times.flatMap((time) => (time ? [time.getTime()] : []))
  const byRule = rules.flatMap((rule) => (rule ? [ruleFreshUntil(rule, at)] : []))
  return Math.min(Infinity, ...byTime, ...byRule)
}

function ruleFreshUntil(rule: SmartRule, at: number): number {
  const byClicks =
    rule.min_clicks !== null ||
    rule.ordering === '-lifetime_clicks' ||
    rule.ordering === '-lifetime_commissions'
  if (byClicks) return at + CLICKS_CACHE_MS
  return rule.created_within_days === null ? Infinity : (Math.floor(at / DAY_MS) + 1) * DAY_MS
}
