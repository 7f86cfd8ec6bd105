import type { FormErrors, FormResult } from '#app/form/form-errors.ts'
import { INVALID_URL_TEXT, withScheme } from '#contract/links/target-url.ts'
import { conditionProblem } from '#contract/rules/condition-values.ts'
import type { Condition, NewRule } from '#contract/rules/rules.ts'
import { shownUrl } from '#contract/text/hosts.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Rule in a form. Its conditions may be incomplete. */
export type RuleDraft = { conditions: Condition[]; address: string; ends: boolean }

export const draftOf = (rule: NewRule | undefined): RuleDraft => ({
  conditions: rule?.conditions ?? [],
  address: shownUrl(rule?.target_url ?? ''),
  ends: rule?.target_url === null,
})

/** Returns the id of a new rule. The server keeps it. */
export const newRuleId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 8)

/** Returns a new rule. */
export const newRule = (conditions: Condition[], target_url: string | null): NewRule => ({
  id: newRuleId(),
  conditions,
  target_url,
})

/** Returns a function that reads a rule from its form. `id` is the one of the edited rule. */
export const readRule =
  (id: string | undefined) =>
  (draft: RuleDraft): FormResult<NewRule> => {
    const conditions = draft.conditions.map(tidied)
    const address = addressProblem(draft.address)
    const errors: FormErrors = {
      ...(conditions.length === 0 && { conditions: 'Add a condition.' }),
      ...(conditions.some(problemOf) && { conditions: 'Fix the condition above.' }),
      ...(!draft.ends && address && { address }),
    }
    if (Object.keys(errors).length > 0) return { errors }
    const target_url = draft.ends ? null : withScheme(draft.address)
    return { sent: { id: id ?? newRuleId(), conditions, target_url } }
  }

/** Returns what is wrong with a typed address; undefined if nothing is. */
export function addressProblem(typed: string): string | undefined {
  const url = withScheme(typed)
  const isAddress = canParseUrl(url) && new URL(url).hostname.includes('.')
  return isAddress ? undefined : INVALID_URL_TEXT
}

/** Returns what is wrong with a condition, in the words of the form. */
export function problemOf(condition: Condition): string | undefined {
  const tidy = tidied(condition)
  if (tidy.values.length === 0) return 'Choose or enter at least one value.'
  return conditionProblem(tidy)?.replace(/^Send/, 'Use')
}

/** Removes empty lines and spaces; a site may be typed as an address. */
function tidied({ kind, values }: Condition): Condition {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '')
  return { kind, values: kind === 'referrer' ? filled.map(hostOf) : filled }
}

const hostOf = (site: string) => {
  const url = withScheme(site)
  return canParseUrl(url) ? new URL(url).hostname : site
}
