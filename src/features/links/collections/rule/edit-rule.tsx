import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import type { Collection, SmartRule } from '#contract/collections.ts'
import css from '../collection-form.module.css'
import { changeCollection } from '../collections.ts'
import { RefusalAlert } from '../refused.tsx'
import { RuleFields } from './rule-fields.tsx'
import { draftOf, readRule } from './rule.ts'
import { useCollectionForm } from '../use-collection-form.ts'

type EditRuleProps = { collection: Collection; rule: SmartRule; onClose: () => void }

export function EditRule({ collection, rule, onClose }: EditRuleProps) {
  const form = useCollectionForm({
    draft: `collection-rule-${collection.uuid}`,
    initial: draftOf(rule),
    read: readRule,
    save: (rule) => changeCollection(collection, { rule }),
    onSaved: onClose,
    action: 'save the rule',
    fields: { rule: 'domain' },
    onClose,
  })

  return (
    <FormModal title="Edit the rule" form={form} className={css.form}>
      <RuleFields draft={form.values} change={form.change} errors={form.errors} />
      <RefusalAlert text={form.errors[WHOLE_FORM]} />
    </FormModal>
  )
}
