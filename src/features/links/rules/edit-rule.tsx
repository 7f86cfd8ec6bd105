import { PlusIcon } from '@phosphor-icons/react/Plus'
import { FormModal } from '#app/form/form-modal.tsx'
import { useForm } from '#app/form/use-form.ts'
import { KINDS, type Kind } from '#contract/rules/kinds.ts'
import { MAX_CONDITIONS, type Condition, type NewRule } from '#contract/rules/rules.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Segmented } from '#ui/fields/segmented.tsx'
import { AddressField } from './address-field.tsx'
import { ConditionFields, type ServerFacts } from './condition-fields.tsx'
import { KIND_LABELS, newCondition } from './kind-labels.ts'
import { draftOf, problemOf, readRule } from './rule-draft.ts'
import css from './rules.module.css'

type EditRuleProps = {
  link: string
  /** Undefined for a new rule. */
  rule: NewRule | undefined
  facts: ServerFacts
  onSave: (rule: NewRule) => void
  onDelete: () => void
  onClose: () => void
}

/** Edits the conditions and the target of a rule. The link's form saves it. */
export function EditRule({ link, rule, facts, onSave, onDelete, onClose }: EditRuleProps) {
  const form = useForm({
    draft: `link-rule-${link}-${rule?.id ?? 'new'}`,
    initial: draftOf(rule),
    read: readRule(rule?.id),
    save: async (next: NewRule) => next,
    onSaved: onSave,
    action: 'keep the rule',
    onClose,
  })
  const { values, change, errors } = form
  if (!form.ready) return null
  const { conditions } = values
  const keys = keysOf(conditions)
  const set = (next: Condition[]) => change({ conditions: next })

  return (
    <FormModal
      title={rule ? 'Edit the rule' : 'Add a rule'}
      form={form}
      submit={rule ? 'Apply' : 'Add'}
      className={css.form}
    >
      <section className={css.part} aria-label="If">
        <h3>If</h3>
        {conditions.map((condition, index) => (
          <ConditionFields
            key={keys[index]}
            {...facts}
            condition={condition}
            error={errors['conditions'] && problemOf(condition)}
            onChange={(next) => set(conditions.with(index, next))}
            onRemove={() => set(conditions.toSpliced(index, 1))}
          />
        ))}
        <KindPicker
          conditions={conditions}
          onPick={(kind) => set([...conditions, newCondition(kind)])}
        />
        {conditions.length === 0 && <FieldError text={errors['conditions']} />}
      </section>
      <section className={css.part} aria-label="Then">
        <h3>Then</h3>
        <Segmented
          label="What visitors get"
          options={[
            { value: 'address', label: 'Go to an address' },
            { value: 'ended', label: 'Show that it has ended' },
          ]}
          value={values.ends ? 'ended' : 'address'}
          onChange={(next) => change({ ends: next === 'ended' })}
        />
        {!values.ends && <AddressField label="Address" {...form.field('address')} />}
      </section>
      {rule && (
        <Button variant="quiet" onClick={onDelete}>
          Delete the rule
        </Button>
      )}
    </FormModal>
  )
}

/** Returns a key for each condition: its kind and how many of that kind come before it. */
const keysOf = (conditions: Condition[]) =>
  conditions.map(({ kind }, index) => {
    const earlier = conditions.slice(0, index).filter((one) => one.kind === kind)
    return `${kind} ${earlier.length}`
  })

/** Kinds that a rule can have more than once, because a visitor can match several. */
const REPEATABLE: readonly Kind[] = ['query']

type KindPickerProps = { conditions: Condition[]; onPick: (kind: Kind) => void }

function KindPicker({ conditions, onPick }: KindPickerProps) {
  if (conditions.length >= MAX_CONDITIONS)
    return <p className="hint">{`A rule can have ${MAX_CONDITIONS} conditions.`}</p>
  const isFree = (kind: Kind) =>
    REPEATABLE.includes(kind) || conditions.every((condition) => condition.kind !== kind)
  return (
    <div className={css.chips} role="group" aria-label="Add a condition">
      {KINDS.filter(isFree).map((kind) => (
        <Chip key={kind} icon={PlusIcon} onClick={() => onPick(kind)}>
          {KIND_LABELS[kind]}
        </Chip>
      ))}
    </div>
  )
}
