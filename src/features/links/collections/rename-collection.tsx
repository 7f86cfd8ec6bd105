import { useId } from 'react'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import type { Collection } from '#contract/collections.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import css from './collection-form.module.css'
import { changeCollection } from './collections.ts'
import { RefusalAlert } from './refused.tsx'
import { useCollectionForm, useNameReader } from './use-collection-form.ts'

type RenameProps = { collection: Collection; onClose: () => void }

export function RenameCollection({ collection, onClose }: RenameProps) {
  const id = useId()
  const { name: current, uuid } = collection
  const readName = useNameReader(collection)
  const form = useCollectionForm({
    draft: `collection-name-${uuid}`,
    initial: { name: current },
    read: readName,
    save: async (name) => {
      if (name !== current) await changeCollection(collection, { name })
    },
    onSaved: onClose,
    action: 'rename the collection',
    onClose,
  })

  return (
    <Modal
      title="Rename the collection"
      onClose={form.leave}
      dirty={form.dirty}
      footer={
        <Button type="submit" form={id} variant="primary" busy={form.busy}>
          Save
        </Button>
      }
    >
      <form {...form.props} id={id} className={css.form}>
        <TextField
          {...form.field('name')}
          label="Name"
          autoComplete="off"
          autoFocus
          maxCharacters={120}
        />
        <RefusalAlert text={form.errors[WHOLE_FORM]} />
      </form>
    </Modal>
  )
}
