import { mayUse } from '#live/signed-in.ts'
import { mayOrder, NO_CONDITION, type RuleDraft } from './rule.ts'

type Template = {
  label: string
  rule: Partial<RuleDraft> & Pick<RuleDraft, 'ordering'>
}

const TEMPLATES: readonly Template[] = [
  { label: 'New this month', rule: { days: '30', ordering: '-created', limit: '100' } },
  { label: 'Most clicked', rule: { clicks: '10', ordering: '-lifetime_clicks', limit: '20' } },
  { label: 'Best earners', rule: { clicks: '1', ordering: '-lifetime_commissions', limit: '20' } },
]

/** Returns the templates that the person may use in this account. */
export const allowedTemplates = (): Template[] =>
  TEMPLATES.filter(
    ({ rule }) => mayOrder(rule.ordering) && (rule.clicks === undefined || mayUse('analytics')),
  )

const FIELDS = ['tag', 'domain', 'days', 'clicks', 'ordering', 'limit'] as const

/** Returns whether the form contains exactly the template. */
export function isTemplate(draft: RuleDraft, { rule }: Template): boolean {
  const expected: Partial<RuleDraft> = { ...NO_CONDITION, ...rule }
  return draft.tags.length === 0 && FIELDS.every((field) => draft[field] === expected[field])
}
