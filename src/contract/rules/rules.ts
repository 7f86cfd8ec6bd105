import * as v from 'valibot'
import { address, list, text, token } from '../common.ts'
import { conditionProblem } from './condition-values.ts'
import { KINDS, NO_RULE } from './kinds.ts'

export const MAX_RULES = 20
export const MAX_CONDITIONS = 10
export const MAX_CONDITION_VALUES = 50

/**
 * Condition of a rule. It is true if any of its values is. Which values a kind accepts is in
 * `conditionProblem`.
 */
export const Condition = v.object({
  kind: v.picklist(KINDS, `Choose a kind: ${KINDS.join(', ')}.`),
  values: v.pipe(
    list(text(200), MAX_CONDITION_VALUES),
    v.minLength(1, 'A condition needs a value.'),
  ),
})
export type Condition = v.InferOutput<typeof Condition>

/** Id under which the clicks of a rule are counted. */
const RuleId = v.pipe(
  token(12),
  v.regex(/^[a-z0-9]{4,12}$/, 'Leave the id out, or send it as you received it.'),
  v.notValues([NO_RULE], 'Leave the id out, or send it as you received it.'),
)

/** Rule as the API returns it. With `target_url` null, visitors see that the link has ended. */
export const Rule = v.object({
  id: RuleId,
  target_url: v.nullable(v.string()),
  conditions: v.array(Condition),
})
export type Rule = v.InferOutput<typeof Rule>

/** Rule as the API accepts it. The server gives a rule without an id a new one. */
export const NewRule = v.object({
  id: v.optional(RuleId),
  target_url: v.nullable(address(2000)),
  conditions: v.pipe(
    list(Condition, MAX_CONDITIONS, `A rule can have ${MAX_CONDITIONS} conditions.`),
    v.minLength(1, 'A rule needs a condition.'),
  ),
})
export type NewRule = v.InferOutput<typeof NewRule>

/**
 * Rules of a link in their order. All conditions of a rule must be true, and the first rule that
 * matches chooses the target. Not in the specification.
 */
export const Rules = v.pipe(
  list(NewRule, MAX_RULES, `A link can have ${MAX_RULES} rules.`),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? rulesProblem(dataset.value) : undefined
    if (message !== undefined) addIssue({ message })
  }),
)

function rulesProblem(rules: readonly NewRule[]): string | undefined {
  for (const [index, { conditions }] of rules.entries()) {
    const shares = conditions.filter(({ kind }) => kind === 'share')
    if (shares.length > 1) return `Rule ${index + 1}: Use one percentage.`
    for (const condition of conditions) {
      const problem = conditionProblem(condition)
      if (problem !== undefined) return `Rule ${index + 1}: ${problem}`
    }
  }
  return undefined
}
