import type { NewRule } from '#contract/rules/rules.ts'
import { clauseOf } from '#contract/rules/sentences.ts'
import { plainUrl } from '../short-parts.ts'

/** Shows the conditions of a rule as a sentence, with their values in bold. */
export const RuleSentence = ({ rule: { conditions } }: { rule: NewRule }) => (
  <>
    {conditions.map((condition, index) => {
      const { is, what } = clauseOf(condition)
      return (
        <span key={condition.kind + condition.values.join()}>
          <span>{`${index === 0 ? 'If' : ' and'} ${is} `}</span>
          <b>{what}</b>
        </span>
      )
    })}
  </>
)

/** Returns the conditions of a rule as plain text. */
export const ruleText = ({ conditions }: NewRule): string =>
  `If ${conditions
    .map(clauseOf)
    .map(({ is, what }) => `${is} ${what}`)
    .join(' and ')}`

export const targetText = (target: string | null): string =>
  target === null ? 'show that the link has ended' : `go to ${plainUrl(target)}`
