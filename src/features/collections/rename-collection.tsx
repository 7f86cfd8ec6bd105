import { useId, type FormEvent } from 'react'
import type { Collection } from '#contract/collections.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Modal } from '#ui/modal.tsx'
import css from './collection-form.module.css'
import { changeCollection } from './collections.ts'
import { Refused } from './refused.tsx'
import { useFocusInvalid } from './use-focus-invalid.ts'
import { useFormDraft } from './use-form-draft.ts'
import { useSave } from './use-save.ts'

type RenameProps = { collection: Collection; onClose: () => void }

export function RenameCollection({ collection, onClose }: RenameProps) {
  const id = useId()
  const { name: current, uuid } = collection
  const form = useFormDraft(`collection-name-${uuid}`, { name: current }, onClose)
  const { save, busy, errorOf, clear, refuse, refused } = useSave('rename the collection', ['name'])
  const element = useFocusInvalid(refused)

  function submit(event: FormEvent) {
    event.preventDefault()
    const name = form.value.name.trim()
    if (name === '') return refuse({ field: 'name', text: 'Give the collection a name.' })
    void save(async () => {
      if (name !== current) await changeCollection(collection, { name })
      form.discard()
      onClose()
    })
  }

  return (
    <Modal
      title="Rename the collection"
      onClose={form.leave}
      dirty={form.touched}
      footer={
        <Button type="submit" form={id} variant="primary" busy={busy}>
          Save
        </Button>
      }
    >
      <form ref={element} id={id} className={css.form} noValidate onSubmit={submit}>
        <TextField
          name="name"
          label="Name"
          value={form.value.name}
          onChange={({ target }) => {
            clear()
            form.change({ name: target.value })
          }}
          error={errorOf('name')}
          autoComplete="off"
          autoFocus
          maxLength={120}
        />
        <Refused text={errorOf('')} />
      </form>
    </Modal>
  )
}
