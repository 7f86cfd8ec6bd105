import type { AnalyticsRow } from '#contract/analytics.ts'
import type { Rule } from '#contract/rules/rules.ts'
import { NO_RULE } from '#contract/rules/kinds.ts'
import { plainUrl } from '#features/links/short-parts.ts'

/** Returns the name of a rule in analytics: its place in the list and where it leads. */
export function ruleName({ key, label }: AnalyticsRow, rules: readonly Rule[] = []): string {
  if (key === '') return label
  if (key === NO_RULE) return 'Everybody else'
  const place = rules.findIndex(({ id }) => id === key)
  const rule = rules[place]
  if (!rule) return 'A rule that was removed or led elsewhere'
  return `Rule ${place + 1}: ${rule.target_url === null ? 'has ended' : plainUrl(rule.target_url)}`
}
