import type { NewRule } from '#contract/rules/rules.ts'
import { clauseOf } from '#contract/rules/sentences.ts'
import { plainUrl } from '../short-parts.ts'

type RuleSentenceProps = { rule: NewRule; zone: string | undefined }

/** Shows the conditions of a rule as a sentence, with their values in bold. */
export const RuleSentence = ({ rule: { conditions }, zone }: RuleSentenceProps) => (
  <>
    {conditions.map((condition, index) => {
      const { is, what } = clauseOf(condition, zone)
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
export const ruleText = ({ conditions }: NewRule, zone: string | undefined): string =>
  `If ${conditions
    .map((condition) => clauseOf(condition, zone))
    .map(({ is, what }) => `${is} ${what}`)
    .join(' and ')}`

export const targetText = (target: string | null): string =>
  target === null ? 'show that the link has ended' : `go to ${plainUrl(target)}`
