import { Button } from '#ui/button.tsx'
import { toast } from '#ui/notices/toast.tsx'
import type { EditTabProps } from '../edit/edit-tab-props.ts'
import { plainUrl } from '../short-parts.ts'
import { NO_RULE } from '#contract/rules/kinds.ts'
import { betterVariant, NO_NUMBERS, variantsOf } from './results.ts'
import css from './rules.module.css'
import type { RuleNumbersOf } from './use-rule-numbers.ts'

type VerdictProps = Pick<EditTabProps, 'link' | 'values' | 'change'> & { numbersOf: RuleNumbersOf }

/** Tells which target of an A/B test brings more orders, and ends the test with it. */
export function Verdict({ link, values, change, numbersOf }: VerdictProps) {
  const { rules, url } = values
  const stored = (link.rules ?? []).filter(({ id }) => rules.some((rule) => rule.id === id))
  const variants = variantsOf(stored, (id) => numbersOf(id) ?? NO_NUMBERS)
  if (variants.length === 0 || !numbersOf(NO_RULE)) return null
  const better = betterVariant(variants)
  if (better === undefined)
    return (
      <p className={`${css.note} hint`} role="note">
        Not enough data yet to compare the targets of the percentages.
      </p>
    )
  const target = stored.find(({ id }) => id === better)?.target_url ?? url

  function use() {
    const tested = new Set(variants.map(({ id }) => id))
    change({ url: target, rules: rules.filter(({ id = '' }) => !tested.has(id)) })
    toast('The test has ended. Save to keep it.', {
      action: { label: 'Undo', onSelect: () => change({ url, rules }) },
    })
  }

  return (
    <div className={css.verdict} role="note">
      <p>
        <b>{plainUrl(target)}</b>
        <span>{verdictText(better === NO_RULE, variants.length - 1)}</span>
      </p>
      {(better === NO_RULE || link.url_editable) && (
        <Button size="sm" onClick={use}>
          Use this one
        </Button>
      )}
    </div>
  )
}

function verdictText(isOwnAddress: boolean, others: number): string {
  const own = isOwnAddress ? ', the link’s own address,' : ''
  return `${own} brings more orders per click than the other ${others === 1 ? 'address' : 'addresses'}.`
}
