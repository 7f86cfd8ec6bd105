import { useId } from 'react'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import type { Collection, SmartRule } from '#contract/collections.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import css from './collection-form.module.css'
import { changeCollection } from './collections.ts'
import { RefusalAlert } from './refused.tsx'
import { RuleFields } from './rule-fields.tsx'
import { draftOf, readRule } from './rule.ts'
import { useCollectionForm } from './use-collection-form.ts'

type EditRuleProps = { collection: Collection; rule: SmartRule; onClose: () => void }

export function EditRule({ collection, rule, onClose }: EditRuleProps) {
  const id = useId()
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
    <Modal
      title="Edit the rule"
      onClose={form.leave}
      dirty={form.dirty}
      footer={
        <Button type="submit" form={id} variant="primary" busy={form.busy}>
          Save
        </Button>
      }
    >
      <form {...form.props} id={id} className={css.form}>
        <RuleFields draft={form.values} change={form.change} errors={form.errors} />
        <RefusalAlert text={form.errors[WHOLE_FORM]} />
      </form>
    </Modal>
  )
}
