import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import type { Collection } from '#contract/collections.ts'
import css from './collection-form.module.css'
import { changeCollection } from './collections.ts'
import { NameField } from './name-field.tsx'
import { RefusalAlert } from './refused.tsx'
import { useCollectionForm, useNameReader } from './use-collection-form.ts'

type RenameProps = { collection: Collection; onClose: () => void }

export function RenameCollection({ collection, onClose }: RenameProps) {
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
    <FormModal title="Rename the collection" form={form} className={css.form}>
      <NameField {...form.field('name')} />
      <RefusalAlert text={form.errors[WHOLE_FORM]} />
    </FormModal>
  )
}
