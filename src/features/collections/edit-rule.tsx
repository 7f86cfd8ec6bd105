import { useId, useState, type FormEvent } from 'react'
import type { Collection, SmartRule } from '#contract/collections.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'
import css from './collection-form.module.css'
import { changeCollection } from './collections.ts'
import { Refused } from './refused.tsx'
import { RuleFields } from './rule-fields.tsx'
import { draftOf, readRule, type RuleDraft, type RuleErrors } from './rule.ts'
import { useFocusInvalid } from './use-focus-invalid.ts'
import { useFormDraft } from './use-form-draft.ts'
import { useSave } from './use-save.ts'

type EditRuleProps = { collection: Collection; rule: SmartRule; onClose: () => void }

export function EditRule({ collection, rule, onClose }: EditRuleProps) {
  const id = useId()
  const form = useFormDraft(`collection-rule-${collection.uuid}`, draftOf(rule), onClose)
  const { save, busy, errorOf, clear, refused } = useSave('save the rule', ['rule'])
  const [errors, setErrors] = useState<RuleErrors>({})
  const element = useFocusInvalid(errors, refused)

  function change(next: Partial<RuleDraft>) {
    clear()
    setErrors({})
    form.change(next)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const read = readRule(form.value)
    if (read.errors) return setErrors(read.errors)
    void save(async () => {
      await changeCollection(collection, { rule: read.rule })
      form.discard()
      onClose()
    })
  }

  return (
    <Modal
      title="Edit the rule"
      onClose={form.leave}
      dirty={form.touched}
      footer={
        <Button type="submit" form={id} variant="primary" busy={busy}>
          Save
        </Button>
      }
    >
      <form ref={element} id={id} className={css.form} noValidate onSubmit={submit}>
        <RuleFields
          draft={form.value}
          change={change}
          errors={{ domain: errorOf('rule'), ...errors }}
        />
        <Refused text={errorOf('')} />
      </form>
    </Modal>
  )
}
