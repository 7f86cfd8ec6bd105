import type { FormErrors, FormResult } from '#app/form/form-errors.ts'
import { SmartRule } from '#contract/collections.ts'
import { conditionsOf, ORDER_TEXT } from '#contract/rules/smart-rule-text.ts'
import type { LinkOrder } from '#contract/search/link-order.ts'
import { shownHost } from '#contract/text/hosts.ts'
import * as v from 'valibot'
import { allowedOrders } from '../../filter/orders.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Rule as edited in the form, with numbers as text. */
export type RuleDraft = {
  tags: string[]
  /** Text of a tag not added yet. */
  tag: string
  match: 'any' | 'all'
  domain: string
  days: string
  clicks: string
  ordering: LinkOrder
  limit: string
}

/** Values of a form without conditions. */
export const NO_CONDITION = {
  tags: [] as string[],
  tag: '',
  match: 'any',
  domain: '',
  days: '',
  clicks: '',
} satisfies Partial<RuleDraft>

export const NEW_RULE: RuleDraft = {
  ...NO_CONDITION,
  ordering: '-created',
  limit: '100',
}

export const draftOf = (rule: SmartRule): RuleDraft => ({
  tags: rule.tags,
  tag: '',
  match: rule.match,
  domain: shownHost(rule.domain ?? ''),
  days: rule.created_within_days === null ? '' : String(rule.created_within_days),
  clicks: rule.min_clicks === null ? '' : String(rule.min_clicks),
  ordering: rule.ordering,
  limit: String(rule.limit),
})

const MAX_TAGS = 50
const MAX_CLICKS = 1_000_000_000

const parseInteger = (text: string, [min, max]: [number, number]): number | null | undefined => {
  if (text.trim() === '') return null
  const value = Number(text)
  return Number.isInteger(value) && value >= min && value <= max ? value : undefined
}

const EMPTY_RULE = 'Add at least one condition: a tag, a site, an age or clicks.'

/** Returns the rule of a form, or an error for each invalid field. */
export function readRule(draft: RuleDraft): FormResult<SmartRule> {
  const days = parseInteger(draft.days, [1, 3650])
  const clicks = parseInteger(draft.clicks, [0, MAX_CLICKS])
  const limit = parseInteger(draft.limit, [1, 500]) ?? undefined
  const tags = [...draft.tags, draft.tag]
  const domain = draft.domain.trim() || null
  const errors: FormErrors = {
    ...(draft.tags.length > MAX_TAGS && { tags: `A rule can have ${MAX_TAGS} tags.` }),
    ...(domain !== null && !isHost(domain) && { domain: 'Enter a domain, like example.com.' }),
    ...(days === undefined && { days: 'Enter whole days, 1 to 3650.' }),
    ...(clicks === undefined && { clicks: 'Enter a whole number of clicks, up to a billion.' }),
    ...(limit === undefined && { limit: 'Enter a number from 1 to 500.' }),
  }
  if (Object.keys(errors).length > 0) return { errors }
  const { match, ordering } = draft
  const parts = { tags, match, domain, created_within_days: days, min_clicks: clicks }
  const read = v.safeParse(SmartRule, { ...parts, ordering, limit })
  if (!read.success) return { errors: { tags: read.issues[0].message } }
  // A rule without conditions would be the list of all links, which exists already.
  if (conditionsOf(read.output).length === 0) return { errors: { tags: EMPTY_RULE } }
  return { sent: read.output }
}

/** Returns whether the server would accept the text as a host. */
const isHost = (typed: string) =>
  canParseUrl(/^https?:\/\//i.test(typed) ? typed : `http://${typed}`)

/** Returns whether the person may see the numbers by which links are ordered. */
export const mayOrder = (by: LinkOrder): boolean =>
  allowedOrders().some(({ value }) => value === by)

/** Returns the orders that the person may choose, and the chosen one. */
export const ruleOrders = (chosen: LinkOrder) =>
  (Object.keys(ORDER_TEXT) as LinkOrder[])
    .filter((value) => value === chosen || mayOrder(value))
    .map((value) => ({ value, label: ORDER_TEXT[value] }))

/**
 * Returns the conditions of a form, each with the change that removes it. Invalid fields are left
 * out.
 */
export function draftConditions(draft: RuleDraft) {
  const typed = draft.tag.trim()
  const parts = conditionsOf({
    tags: typed === '' ? draft.tags : [...draft.tags, typed],
    match: draft.match,
    domain: draft.domain.trim(),
    created_within_days: parseInteger(draft.days, [1, 3650]) ?? null,
    min_clicks: parseInteger(draft.clicks, [0, MAX_CLICKS]) ?? null,
  })
  return parts.map(({ field, text }) => {
    const without: Partial<RuleDraft> = field === 'tags' ? { tags: [], tag: '' } : { [field]: '' }
    return { text, without }
  })
}

/** Returns the last part of the sentence: order and limit. */
export const sentenceEnd = ({ ordering, limit }: RuleDraft) =>
  `${ORDER_TEXT[ordering]}${limit.trim() === '' ? '' : `, up to ${limit.trim()}`}.`
