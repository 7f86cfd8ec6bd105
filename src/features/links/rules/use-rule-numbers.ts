import { getAnalytics } from '#api/analytics.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import type { ServerFacts } from './condition-fields.tsx'
import { NO_NUMBERS, type Numbers } from './results.ts'

/** Number of rules to load: those of a link now and before. */
const PAGE_SIZE = 200

/**
 * Returns the numbers of a rule; undefined if they are unknown, or if the rule is new or now leads
 * elsewhere than the one that was counted.
 */
export type RuleNumbersOf = (id: string, target?: string | null) => Numbers | undefined

/** Loads clicks and orders by rule, and facts about the server. */
export function useRuleNumbers(link: ShortLink): { numbersOf: RuleNumbersOf; facts: ServerFacts } {
  // The server does not have a link that waits in the outbox.
  const isStored = link.split_url !== ''
  const { value } = useAnswer(
    isStored ? `rule-numbers ${link.uuid}` : null,
    (options) =>
      getAnalytics({ group_by: 'rule', link_uuid: link.uuid, page_size: PAGE_SIZE }, options),
    { isSecondary: true, copy: true },
  )

  function numbersOf(id: string, target?: string | null) {
    const stored = link.rules?.find((rule) => rule.id === id)
    const isCounted = target === undefined || (stored && stored.target_url === target)
    return value && isCounted
      ? (value.results.find(({ key }) => key === id) ?? NO_NUMBERS)
      : undefined
  }
  const facts = { zone: value?.period.time_zone, knowsCountries: value?.knows_countries }
  return { numbersOf, facts }
}
