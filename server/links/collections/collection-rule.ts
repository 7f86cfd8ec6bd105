import { arrayContains, arrayOverlaps, eq, gte, or, sql, type SQL } from 'drizzle-orm'
import type { SmartRule } from '#contract/collections.ts'
import { withoutFinalDot } from '#contract/text/hosts.ts'
import { links } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { lifetimeClicks } from '../link-clicks.ts'
import { ownLinks } from '../link-rows.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Returns the condition for links that a smart collection contains now. Hidden links are never
 * included.
 */
export function ruleCondition(userId: string, rule: SmartRule): SQL | undefined {
  const { tags, match, domain, created_within_days: days, min_clicks: clicks } = rule
  const byTags = match === 'all' ? arrayContains : arrayOverlaps
  return ownLinks(
    userId,
    eq(links.isHidden, false),
    tags.length > 0 ? byTags(links.tags, tags) : undefined,
    domain === null ? undefined : isWithin(domain),
    days === null ? undefined : gte(links.createdAt, daysAgo(days)),
    clicks === null ? undefined : gte(lifetimeClicks, clicks),
  )
}

/** Matches the domain and its subdomains. */
const isWithin = (domain: string) =>
  or(eq(links.host, domain), sql`${links.host} like ${`%.${domain.replace(/[\\%_]/g, '\\$&')}`}`)

/**
 * Returns midnight (UTC) that many days ago, so that time alone changes a collection only at
 * midnight.
 */
const daysAgo = (days: number) => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS)

/**
 * Checks a rule and reduces its domain to the host of links, because users paste URLs such as
 * `https://www.Shop.example/lamps`. A rule without a condition is rejected, unless the stored rule
 * has none either. Old rules of that kind can still be edited.
 */
export function readRule(sent: SmartRule, stored: SmartRule | null = null): SmartRule {
  const rule = { ...sent, domain: sent.domain === null ? null : readDomain(sent.domain) }
  if (!hasCondition(rule) && (stored === null || hasCondition(stored)))
    throw new FieldError('rule', 'Add at least one condition: a tag, a site, an age or clicks.')
  return rule
}

const hasCondition = ({ tags, domain, created_within_days: days, min_clicks: clicks }: SmartRule) =>
  tags.length > 0 || domain !== null || days !== null || (clicks ?? 0) > 0

function readDomain(typed: string): string | null {
  if (typed === '') return null
  const address = /^https?:\/\//i.test(typed) ? typed : `http://${typed}`
  const host = canParseUrl(address) ? new URL(address).hostname : ''
  if (host === '') throw new FieldError('rule', 'Enter a domain, like example.com.')
  return withoutFinalDot(host).replace(/^www\./, '')
}
