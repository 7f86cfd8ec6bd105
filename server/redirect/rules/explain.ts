import { clauseOf } from '#contract/rules/sentences.ts'
import type { Condition, NewRule } from '#contract/rules/rules.ts'
import { firstMatch, matcherOf, type Visitor } from './match.ts'

/** Rule that applies to a visitor, and why in words. */
export type Explanation = { rule: NewRule | undefined; position: number | null; why: string }

/**
 * Returns which rule applies to a visitor and why, with the code that answers redirects. `zone`:
 * time zone of its hours.
 */
export function explain(rules: readonly NewRule[], visitor: Visitor, zone: string): Explanation {
  const skipped: string[] = []
  const index = firstMatch(rules.map(matcherOf), visitor, (at, test) => {
    const failed = orderedConditions(rules[at])[test]
    const { isNot, what } = clauseOf(failed ?? shareOf(rules[at]), zone)
    skipped.push(`Rule ${at + 1} does not apply, because ${isNot} ${what}.`)
  })
  const rule = rules[index]
  if (!rule) return { rule, position: null, why: [...skipped, EVERYBODY_ELSE].join(' ') }
  const later = rules.slice(index + 1).map((_, n) => index + n + 2)
  const why = [...skipped, reasonOf(rule, zone), ...(later.length > 0 ? [laterText(later)] : [])]
  return { rule, position: index + 1, why: why.join(' ') }
}

const EVERYBODY_ELSE = 'The link’s own address applies.'

/** Returns the conditions in the order in which `matcherOf` tests them. */
const orderedConditions = (rule: NewRule | undefined) =>
  (rule?.conditions ?? []).filter(({ kind }) => kind !== 'share')

function shareOf(rule: NewRule | undefined): Condition {
  const share = rule?.conditions.find(({ kind }) => kind === 'share')
  if (!share) throw new Error('explain: the rule has no share')
  return share
}

function reasonOf({ conditions }: NewRule, zone: string): string {
  const clauses = conditions
    .map((condition) => clauseOf(condition, zone))
    .map(({ is, what }) => `${is} ${what}`)
  const sentence = new Intl.ListFormat('en-GB').format(clauses)
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

function laterText(numbers: number[]): string {
  const [only] = numbers
  if (numbers.length === 1) return `Rule ${only} is skipped.`
  return `Rules ${new Intl.ListFormat('en-GB').format(numbers.map(String))} are skipped.`
}
