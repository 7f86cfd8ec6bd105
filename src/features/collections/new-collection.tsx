import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type FormEvent } from 'react'
import { useAttemptKeys } from '#app/use-attempt-keys.ts'
import type { Collection } from '#contract/collections.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Modal } from '#ui/modal.tsx'
import { Segmented } from '#ui/segmented.tsx'
import css from './collection-form.module.css'
import { collectionPath } from './collection-tile.tsx'
import { makeCollection } from './collections.ts'
import { Refused } from './refused.tsx'
import { RuleFields } from './rule-fields.tsx'
import { NEW_RULE, readRule, type RuleErrors } from './rule.ts'
import { useFocusInvalid } from './use-focus-invalid.ts'
import { useFormDraft } from './use-form-draft.ts'
import { useSave } from './use-save.ts'

const EMPTY = { kind: 'regular' as Collection['type'], name: '', rule: NEW_RULE }

const KIND_HELP = {
  regular: 'You choose the links and their order.',
  smart: 'A rule adds links now and later. Leave a field empty to ignore it.',
}

export function NewCollection({ onClose }: { onClose: () => void }) {
  const id = useId()
  const form = useFormDraft('new-collection', EMPTY, onClose)
  const { save, busy, errorOf, clear, refuse, refused } = useSave('create the collection', [
    'name',
    'rule',
  ])
  const [errors, setErrors] = useState<RuleErrors>({})
  const element = useFocusInvalid(errors, refused)
  const attempt = useAttemptKeys()
  const navigate = useNavigate()
  const { kind, rule } = form.value

  function change(next: Partial<typeof EMPTY>) {
    clear()
    setErrors({})
    form.change(next)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const input = { name: form.value.name.trim() }
    if (input.name === '') return refuse({ field: 'name', text: 'Give the collection a name.' })
    if (kind === 'regular') return void send(input)
    const read = readRule(rule)
    if (read.errors) return setErrors(read.errors)
    void send({ ...input, rule: read.rule })
  }

  const send = (input: Parameters<typeof makeCollection>[1]) =>
    save(async () => {
      const made = await attempt({ kind, ...input }, (key) => makeCollection(kind, input, key))
      form.discard()
      await navigate({ to: collectionPath(made.uuid), replace: true })
    })

  return (
    <Modal
      title="New collection"
      onClose={form.leave}
      dirty={form.touched}
      footer={
        <Button type="submit" form={id} variant="primary" busy={busy}>
          Create collection
        </Button>
      }
    >
      <form ref={element} id={id} className={css.form} noValidate onSubmit={submit}>
        <TextField
          name="name"
          label="Name"
          value={form.value.name}
          onChange={({ target }) => change({ name: target.value })}
          error={errorOf('name')}
          autoComplete="off"
          autoFocus
          maxLength={120}
        />
        <div className={css.kind}>
          <Segmented
            label="Kind"
            options={[
              { value: 'regular', label: 'Selected links' },
              { value: 'smart', label: 'Smart' },
            ]}
            value={kind}
            onChange={(kind) => change({ kind })}
          />
          <p className={css.help}>{KIND_HELP[kind]}</p>
        </div>
        {kind === 'smart' && (
          <RuleFields
            draft={rule}
            change={(next) => change({ rule: { ...rule, ...next } })}
            errors={{ domain: errorOf('rule'), ...errors }}
          />
        )}
        <Refused text={errorOf('')} />
      </form>
    </Modal>
  )
}
