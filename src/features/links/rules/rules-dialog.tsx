import { FlaskIcon } from '@phosphor-icons/react/Flask'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useState } from 'react'
import { MAX_RULES, type NewRule } from '#contract/rules/rules.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Thumb } from '#ui/pictures/thumb.tsx'
import { toast } from '#ui/notices/toast.tsx'
import type { EditTabProps } from '../edit/edit-tab-props.ts'
import { plainUrl, thumbOf, titleOf } from '../short-parts.ts'
import { EditRule } from './edit-rule.tsx'
import { NO_RULE } from '#contract/rules/kinds.ts'
import { RuleNumbers } from './rule-row.tsx'
import { targetText } from './rule-sentence.tsx'
import { RulesList } from './rules-list.tsx'
import css from './rules.module.css'
import { Templates } from './templates.tsx'
import { TryAs } from './try-as.tsx'
import { useRuleNumbers } from './use-rule-numbers.ts'
import { Verdict } from './verdict.tsx'

type RulesDialogProps = EditTabProps & { onClose: () => void }
/** Rule in the editor: one of the list, or a new one. */
type Edited = { rule: NewRule | undefined }

/** Shows the rules that choose where a link leads. The edit form saves them. */
export function RulesDialog({ link, values, change, errors, onClose }: RulesDialogProps) {
  const [edited, setEdited] = useState<Edited>()
  const [isTrying, setTrying] = useState(false)
  const { rules } = values
  const { numbersOf, facts } = useRuleNumbers(link)
  const [errorPlace, errorText] = ruleError(errors.rules)
  const setRules = (next: NewRule[]) => change({ rules: next })

  function save(rule: NewRule) {
    const at = rules.findIndex(({ id }) => id === rule.id)
    setRules(at < 0 ? [...rules, rule] : rules.with(at, rule))
    setEdited(undefined)
  }

  function remove(rule: NewRule | undefined) {
    setEdited(undefined)
    setRules(rules.filter((one) => one !== rule))
    toast('Rule removed', { action: { label: 'Undo', onSelect: () => setRules(rules) } })
  }

  return (
    <Modal
      title="Where it leads"
      size="wide"
      onClose={onClose}
      footer={
        <>
          <Button icon={FlaskIcon} onClick={() => setTrying(true)}>
            Try as
          </Button>
          <Button
            variant="primary"
            icon={PlusIcon}
            disabled={rules.length >= MAX_RULES}
            onClick={() => setEdited({ rule: undefined })}
          >
            Add a rule
          </Button>
        </>
      }
    >
      <div className={css.link}>
        <Thumb src={thumbOf(link)} size={48} />
        <div className={css.text}>
          <p className={css.name} dir="auto">
            {titleOf(link)}
          </p>
          <p className="hint">{plainUrl(link.split_url)}</p>
        </div>
      </div>
      {errorPlace === undefined && <FieldError text={errorText} />}
      <RulesList
        rules={rules}
        setRules={setRules}
        numbersOf={numbersOf}
        error={{ place: errorPlace, text: errorText }}
        zone={facts.zone}
        onEdit={(rule) => setEdited({ rule })}
      />
      <div className={css.row} data-last>
        <span className={css.number} />
        <div className={css.text}>
          <p className={css.title}>{rules.length === 0 ? 'Everybody' : 'Everybody else'}</p>
          <p className={css.target}>{targetText(values.url)}</p>
          {link.rules?.length ? <RuleNumbers numbers={numbersOf(NO_RULE)} /> : null}
        </div>
      </div>
      <Verdict link={link} values={values} change={change} numbersOf={numbersOf} />
      {rules.length >= MAX_RULES ? (
        <p className={`${css.note} hint`}>{`A link can have ${MAX_RULES} rules.`}</p>
      ) : (
        <Templates link={link} url={values.url} rules={rules} setRules={setRules} />
      )}
      <p className={`${css.note} hint`}>
        The first rule that matches applies. Numbers are from the link’s first click until now.
      </p>
      {edited && (
        <EditRule
          link={link.uuid}
          rule={edited.rule}
          facts={facts}
          onSave={save}
          onDelete={() => remove(edited.rule)}
          onClose={() => setEdited(undefined)}
        />
      )}
      {isTrying && (
        <TryAs link={link} rules={rules} facts={facts} onClose={() => setTrying(false)} />
      )}
    </Modal>
  )
}

/** Splits an error such as `Rule 2: Use one percentage.` into the place of its rule and its text. */
function ruleError(
  error: string | undefined,
): [place: number | undefined, text: string | undefined] {
  const [, number, text] = /^Rule (\d+): (.+)$/s.exec(error ?? '') ?? []
  return number === undefined ? [undefined, error] : [Number(number) - 1, text]
}
