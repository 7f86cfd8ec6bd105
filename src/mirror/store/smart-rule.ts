import type { SmartRule } from '#contract/collections.ts'
import { withoutFinalDot } from '#contract/text/hosts.ts'
import type { LinkEntry } from './link-order.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Returns the links that match a rule, as the server does. `entries` must already be in the rule's
 * order.
 */
export function applyRule(entries: LinkEntry[], rule: SmartRule, now = Date.now()): LinkEntry[] {
  const isMatch = createMatcher(rule, now)
  const found: LinkEntry[] = []
  for (const entry of entries) {
    if (found.length >= rule.limit) break
    if (isMatch(entry)) found.push(entry)
  }
  return found
}

function createMatcher(rule: SmartRule, now: number): (entry: LinkEntry) => boolean {
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
  return canParseUrl(address)
    ? withoutFinalDot(new URL(address).hostname).replace(/^www\./, '')
    : text
}
