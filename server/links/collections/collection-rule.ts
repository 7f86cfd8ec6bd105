import { arrayContains, arrayOverlaps, eq, gte, or, sql, type SQL } from 'drizzle-orm'
import type { SmartRule } from '#contract/collections.ts'
import { links } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { lifetimeClicks } from '../link-clicks.ts'
import { ownLinks } from '../link-rows.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Which of a person's links a smart collection holds at this moment (D-30); hidden ones never. */
export function matching(userId: string, rule: SmartRule): SQL | undefined {
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

/** The domain itself and what is below it. */
const isWithin = (domain: string) =>
  or(eq(links.host, domain), sql`${links.host} like ${`%.${domain.replace(/[\\%_]/g, '\\$&')}`}`)

/** Today and the `days` days before it, in UTC: so time alone changes a collection at midnight only. */
const daysAgo = (days: number) => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS)

/**
 * The domain as links carry it: people paste `https://www.Shop.example/lamps`. A rule that leaves no
 * link out is refused; one that was stored before that stays, and what else it says may change.
 */
export function readRule(sent: SmartRule, stored: SmartRule | null = null): SmartRule {
  const rule = { ...sent, domain: sent.domain === null ? null : readDomain(sent.domain) }
  if (!narrows(rule) && (stored === null || narrows(stored)))
    throw new FieldError('rule', 'Add at least one condition: a tag, a site, an age or clicks.')
  return rule
}

const narrows = ({ tags, domain, created_within_days: days, min_clicks: clicks }: SmartRule) =>
  tags.length > 0 || domain !== null || days !== null || (clicks ?? 0) > 0

function readDomain(typed: string): string | null {
  if (typed === '') return null
  const address = /^https?:\/\//i.test(typed) ? typed : `http://${typed}`
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  if (host === '') throw new FieldError('rule', 'Enter a domain, like example.com.')
  return host.replace(/^www\./, '')
}
