import type { FormErrors } from '#app/form/form-errors.ts'
import type { SmartRule } from '#contract/collections.ts'
import { useRuleLinks } from '#live/read/use-collections.ts'
import { mayUse } from '#live/signed-in.ts'
import { SelectField, TextField } from '#ui/fields/field.tsx'
import { Segmented } from '#ui/fields/segmented.tsx'
import { linksText } from '../collection-tile.tsx'
import css from '../collection-form.module.css'
import { RuleSentence, RuleTemplates } from './rule-sentence.tsx'
import { readRule, ruleOrders, type RuleDraft } from './rule.ts'
import { TagField } from './tag-field.tsx'

type RuleFieldsProps = {
  draft: RuleDraft
  change: (next: Partial<RuleDraft>) => void
  errors: FormErrors
}

/**
 * Shows the rule as a sentence, its fields and the number of matching links. One condition is
 * enough.
 */
export function RuleFields({ draft, change, errors }: RuleFieldsProps) {
  return (
    <>
      <RuleTemplates draft={draft} change={change} />
      <RuleSentence draft={draft} change={change} />
      <TagField
        tags={draft.tags}
        typed={draft.tag}
        error={errors['tags']}
        change={(tags, tag) => change({ tags, tag })}
      />
      {draft.tags.length > 1 && (
        <Segmented
          label="Match"
          options={[
            { value: 'any', label: 'Any tag' },
            { value: 'all', label: 'All tags' },
          ]}
          value={draft.match}
          onChange={(match) => change({ match })}
        />
      )}
      <TextField
        name="domain"
        label="From a site"
        help="The site and everything below it, like example.com."
        error={errors['domain']}
        value={draft.domain}
        onChange={({ target }) => change({ domain: target.value })}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
      />
      <div className={css.pair}>
        <TextField
          name="created_within_days"
          label="Newer than (days)"
          error={errors['days']}
          value={draft.days}
          onChange={({ target }) => change({ days: target.value })}
          inputMode="numeric"
          autoComplete="off"
        />
        {(draft.clicks !== '' || mayUse('analytics')) && (
          <TextField
            name="min_clicks"
            label="Minimum clicks"
            error={errors['clicks']}
            value={draft.clicks}
            onChange={({ target }) => change({ clicks: target.value })}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
      </div>
      <div className={css.pair}>
        <SelectField
          name="ordering"
          label="Order"
          options={ruleOrders(draft.ordering)}
          value={draft.ordering}
          onChange={({ target }) => change({ ordering: target.value as RuleDraft['ordering'] })}
        />
        <TextField
          name="limit"
          label="Limit"
          error={errors['limit']}
          value={draft.limit}
          onChange={({ target }) => change({ limit: target.value })}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <LiveCount rule={readRule(draft).sent} />
    </>
  )
}

/** Counts matching links on this device, so it works offline. */
function LiveCount({ rule }: { rule: SmartRule | undefined }) {
  const found = useRuleLinks(rule ?? null)
  return (
    <p className={css.live} role="status">
      {rule && found && (
        <>
          <b className="num">{linksText(found.length)}</b>
          <span>{` ${found.length === 1 ? 'matches right now.' : 'match right now.'}`}</span>
        </>
      )}
    </p>
  )
}
