import type { FormErrors, Read } from '#app/form/form-errors.ts'
import { SmartRule } from '#contract/collections.ts'
import type { LinkOrder } from '#contract/links.ts'
import * as v from 'valibot'

/** The rule as its form holds it: numbers are text while they are typed. */
export type RuleDraft = {
  tags: string[]
  /** Typed, and not yet made a tag. */
  tag: string
  match: 'any' | 'all'
  domain: string
  days: string
  clicks: string
  ordering: LinkOrder
  limit: string
}

export const NEW_RULE: RuleDraft = {
  tags: [],
  tag: '',
  match: 'any',
  domain: '',
  days: '',
  clicks: '',
  ordering: '-created',
  limit: '100',
}

export const draftOf = (rule: SmartRule): RuleDraft => ({
  tags: rule.tags,
  tag: '',
  match: rule.match,
  domain: rule.domain ?? '',
  days: rule.created_within_days === null ? '' : String(rule.created_within_days),
  clicks: rule.min_clicks === null ? '' : String(rule.min_clicks),
  ordering: rule.ordering,
  limit: String(rule.limit),
})

const MOST_TAGS = 50
const MOST_CLICKS = 1_000_000_000

const whole = (text: string, [least, most]: [number, number]): number | null | undefined => {
  if (text.trim() === '') return null
  const value = Number(text)
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined
}

/** The rule a form stands for, or what is wrong with it, each on its field. */
export function readRule(draft: RuleDraft): Read<SmartRule> {
  const days = whole(draft.days, [1, 3650])
  const clicks = whole(draft.clicks, [0, MOST_CLICKS])
  const limit = whole(draft.limit, [1, 500]) ?? undefined
  const tags = [...draft.tags, draft.tag]
  const domain = draft.domain.trim() || null
  const errors: FormErrors = {
    ...(draft.tags.length > MOST_TAGS && { tags: `A rule can have ${MOST_TAGS} tags.` }),
    ...(domain !== null && !isHost(domain) && { domain: 'Enter a domain, like example.com.' }),
    ...(days === undefined && { days: 'Enter whole days, 1 to 3650.' }),
    ...(clicks === undefined && { clicks: 'Enter a whole number of clicks, up to a billion.' }),
    ...(limit === undefined && { limit: 'Enter a number from 1 to 500.' }),
  }
  if (Object.keys(errors).length > 0) return { errors }
  const { match, ordering } = draft
  const parts = { tags, match, domain, created_within_days: days, min_clicks: clicks }
  const read = v.safeParse(SmartRule, { ...parts, ordering, limit })
  return read.success ? { sent: read.output } : { errors: { tags: read.issues[0].message } }
}

/** As the server reads it. */
const isHost = (typed: string) =>
  URL.canParse(/^https?:\/\//i.test(typed) ? typed : `http://${typed}`)

const ORDER_TEXT: Record<LinkOrder, string> = {
  '-created': 'Newest first',
  name: 'By name',
  '-lifetime_clicks': 'Most clicks first',
  '-lifetime_commissions': 'Most earned first',
}

export const ORDERS = (Object.keys(ORDER_TEXT) as LinkOrder[]).map((value) => ({
  value,
  label: ORDER_TEXT[value],
}))

/** "Links tagged gift or summer, from shop.com. Newest first, up to 100." */
export function ruleText(rule: SmartRule): string {
  const { tags, match, domain, created_within_days: days, min_clicks: clicks } = rule
  const parts = [
    tags.length > 0 && `tagged ${tags.join(match === 'all' ? ' and ' : ' or ')}`,
    domain && `from ${domain}`,
    days !== null && (days === 1 ? 'created since yesterday' : `created in the last ${days} days`),
    clicks !== null &&
      clicks > 0 &&
      `with at least ${clicks === 1 ? '1 click' : `${clicks} clicks`}`,
  ].filter(Boolean)
  const what = parts.length === 0 ? 'All your links' : `Links ${parts.join(', ')}`
  return `${what}. ${ORDER_TEXT[rule.ordering]}, up to ${rule.limit}.`
}
