import type { Rule } from '#contract/rules/rules.ts'
import type { Step } from '../chain.ts'
import type { ClickedLink } from '../clicks/events.ts'
import type { Location } from '../location.ts'
import { firstMatch, sharedMatcherOf, type Matcher, type Visitor } from './match.ts'

/** Destination of a redirect, ready to send: of the link itself or of one of its rules. */
export type Way = Location & {
  link: ClickedLink
  to: Step
  /** Parts of a code with slashes. */
  codeParts?: number
}

/** Result for visitors who match a rule; `way` is null if the link has ended for them. */
export type Outcome = { id: string; way: Way | null }

/** Rules of a link, ready to be applied. */
export type LinkRules = {
  /** Time zone of the owner. */
  zone: string
  matchers: readonly Matcher[]
  outcomes: readonly Outcome[]
}

/** Prepares rules. `wayTo` returns null for a target that cannot be sent. */
export function linkRulesOf(
  rules: readonly Rule[],
  zone: string,
  wayTo: (url: string) => Way | null,
): LinkRules {
  return {
    zone,
    matchers: rules.map(sharedMatcherOf),
    outcomes: rules.map(({ id, target_url }) => ({
      id,
      way: target_url === null ? null : wayTo(target_url),
    })),
  }
}

/** Returns the outcome of the first matching rule; undefined if none matches. */
export const outcomeFor = ({ matchers, outcomes }: LinkRules, visitor: Visitor) =>
  outcomes[firstMatch(matchers, visitor)]
