import { useNavigate } from '@tanstack/react-router'
import { WHOLE_FORM, type FormResult } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import type { Collection } from '#contract/collections.ts'
import { Segmented } from '#ui/fields/segmented.tsx'
import { paths } from '#paths.ts'
import css from './collection-form.module.css'
import { createCollection } from './collections.ts'
import { NameField } from './name-field.tsx'
import { RefusalAlert } from './refused.tsx'
import { RuleFields } from './rule/rule-fields.tsx'
import { NEW_RULE, readRule, type RuleDraft } from './rule/rule.ts'
import { useCollectionForm, useNameReader } from './use-collection-form.ts'

type NewValues = RuleDraft & { kind: Collection['type']; name: string }

const EMPTY: NewValues = { kind: 'regular', name: '', ...NEW_RULE }

type CreateInput = { kind: Collection['type'] } & Parameters<typeof createCollection>[1]

const KIND_HELP = {
  regular: 'You choose the links and their order.',
  smart: 'A rule adds links now and later. Start with one of these or fill in a field.',
}

export function NewCollection({ onClose }: { onClose: () => void }) {
  const attempt = useAttemptKeys()
  const navigate = useNavigate()
  const readName = useNameReader()
  const form = useCollectionForm({
    draft: 'new-collection',
    initial: EMPTY,
    read: (values) => readNew(values, readName(values)),
    save: ({ kind, ...input }) =>
      attempt({ kind, ...input }, (key) => createCollection(kind, input, key)),
    onSaved: ({ uuid }) => void navigate({ href: paths.collection(uuid), replace: true }),
    action: 'create the collection',
    fields: { rule: 'domain' },
    onClose,
  })
  const { kind, ...rule } = form.values

  return (
    <FormModal title="New collection" form={form} submit="Create collection" className={css.form}>
      <NameField {...form.field('name')} />
      <div className={css.kind}>
        <Segmented
          label="Kind"
          options={[
            { value: 'regular', label: 'Selected links' },
            { value: 'smart', label: 'Smart' },
          ]}
          value={kind}
          onChange={(kind) => form.change({ kind })}
        />
        <p className="hint">{KIND_HELP[kind]}</p>
      </div>
      {kind === 'smart' && <RuleFields draft={rule} change={form.change} errors={form.errors} />}
      <RefusalAlert text={form.errors[WHOLE_FORM]} />
    </FormModal>
  )
}

/** Validates the name and, for a smart collection, the rule together. */
function readNew(
  { kind, ...values }: NewValues,
  name: FormResult<string>,
): FormResult<CreateInput> {
  const rule = kind === 'smart' ? readRule(values) : undefined
  if (name.errors || rule?.errors) return { errors: { ...rule?.errors, ...name.errors } }
  return { sent: { kind, name: name.sent, ...(rule && { rule: rule.sent }) } }
}
