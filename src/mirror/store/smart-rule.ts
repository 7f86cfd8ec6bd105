import type { SmartRule } from '#contract/collections.ts'
import type { Entry } from './link-order.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Returns the links that match a rule, as the server does. `entries` must already be in the rule's
 * order.
 */
export function applyRule(entries: Entry[], rule: SmartRule, now = Date.now()): Entry[] {
  const fits = fitting(rule, now)
  const found: Entry[] = []
  for (const entry of entries) {
    if (found.length >= rule.limit) break
    if (fits(entry)) found.push(entry)
  }
  return found
}

function fitting(rule: SmartRule, now: number): (entry: Entry) => boolean {
  const { tags, match, created_within_days: days, min_clicks: clicks } = rule
  const since = days === null ? '' : daysAgo(days, now)
  const domain = rule.domain === null ? '' : hostOf(rule.domain)
  return (entry) =>
    entry.created >= since &&
    (clicks === null || entry.clicks >= clicks) &&
    (domain === '' || entry.domain === domain || entry.domain.endsWith(`.${domain}`)) &&
    (tags.length === 0 ||
      (match === 'all'
        ? tags.every((tag) => entry.tags.includes(tag))
        : tags.some((tag) => entry.tags.includes(tag))))
}

/** Returns the start of the day `days` days ago, in UTC, as the server counts. */
const daysAgo = (days: number, now: number) =>
  new Date(Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS).toISOString()

/** Returns the host of a typed address without `www.`, as links store it. */
export function hostOf(typed: string): string {
  const text = typed.trim()
  const address = /^https?:\/\//i.test(text) ? text : `http://${text}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : text
}
