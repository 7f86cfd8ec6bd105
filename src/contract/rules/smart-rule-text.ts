import type { SmartRule } from '../collections.ts'
import type { LinkOrder } from '../search/link-order.ts'
import { shownHost } from '../text/hosts.ts'

/** Orders of links in words. */
export const ORDER_TEXT: Record<LinkOrder, string> = {
  '-created': 'Newest first',
  name: 'By name',
  '-lifetime_clicks': 'Most clicks first',
  '-lifetime_commissions': 'Most earned first',
}

type Conditions = Pick<
  SmartRule,
  'tags' | 'match' | 'domain' | 'created_within_days' | 'min_clicks'
>

type ConditionText = { field: 'tags' | 'domain' | 'days' | 'clicks'; text: string }

/** Returns the conditions of a rule in words, in the order of the form. */
export function conditionsOf(rule: Conditions): ConditionText[] {
  const { tags, match, domain, created_within_days: days, min_clicks: clicks } = rule
  const parts: ConditionText[] = []
  if (tags.length > 0)
    parts.push({ field: 'tags', text: `tagged ${tags.join(match === 'all' ? ' and ' : ' or ')}` })
  if (domain) parts.push({ field: 'domain', text: `from ${shownHost(domain)}` })
  if (days !== null)
    parts.push({
      field: 'days',
      text: days === 1 ? 'created since yesterday' : `created in the last ${days} days`,
    })
  if (clicks !== null && clicks > 0)
    parts.push({
      field: 'clicks',
      text: `with at least ${clicks === 1 ? '1 click' : `${clicks} clicks`}`,
    })
  return parts
}

/** Returns for example "Links tagged gift or summer, from shop.com. Newest first, up to 100." */
export function ruleText(rule: SmartRule): string {
  const parts = conditionsOf(rule).map(({ text }) => text)
  const what = parts.length === 0 ? 'All your links' : `Links ${parts.join(', ')}`
  return `${what}. ${ORDER_TEXT[rule.ordering]}, up to ${rule.limit}.`
}
