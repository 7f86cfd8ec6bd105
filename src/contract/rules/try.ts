import * as v from 'valibot'
import { dateTime, result, text } from '../common.ts'
import { conditionProblem } from './condition-values.ts'
import type { Kind } from './kinds.ts'
import { Rules } from './rules.ts'

const fact = (kind: Kind) =>
  v.optional(
    v.pipe(
      text(200),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed || dataset.value === '') return
        const message = conditionProblem({ kind, values: [dataset.value] })
        if (message !== undefined) addIssue({ message })
      }),
    ),
    '',
  )

const NO_POSITION = 'Send a number from 0 to 99.'

/**
 * Body of POST links/{uuid}/try/: a visitor, described with the values that conditions have. What
 * is left out is unknown. Not in the specification.
 */
export const TryAs = v.object({
  /** Rules to try instead of those of the link, such as unsaved ones. */
  rules: v.optional(Rules),
  country: fact('country'),
  language: fact('language'),
  device: fact('device'),
  system: fact('system'),
  app: fact('app'),
  browser: fact('browser'),
  /** Query of the short link, such as `ref=ana&size=2`. */
  query: v.optional(text(2000), ''),
  referrer: fact('referrer'),
  /** Moment of the visit; now if it is left out. */
  at: v.optional(dateTime('Enter a date and a time.')),
  /** Place of the visitor among 100 visitors, for rules with a percentage. */
  position: v.optional(
    v.pipe(v.number(NO_POSITION), v.minValue(0, NO_POSITION), v.maxValue(99.999, NO_POSITION)),
    0,
  ),
})
export type TryAs = v.InferInput<typeof TryAs>

/** `rule` is the number of the rule that applies, null for the link's own address. */
export const TryResult = v.object({
  rule: v.nullable(v.number()),
  /** Null if the visitor sees that the link has ended. */
  target_url: v.nullable(v.string()),
  why: v.string(),
})
export type TryResult = v.InferOutput<typeof TryResult>
export const TryAnswer = result(TryResult)
