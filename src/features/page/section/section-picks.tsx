import { PlusIcon } from '@phosphor-icons/react/Plus'
import type { ComponentType } from 'react'
import type { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { SectionItems, type SectionItem } from './held-rows.tsx'
import css from './section-form.module.css'

export type SectionPicksProps = {
  ids: string[]
  change: (ids: string[]) => void
  error: string | undefined
  dialog: ReturnType<typeof useDialogParam<'dialog'>>
}

type Parts = {
  title: string
  /** Size of the section, shown beside the title once there are items. */
  size: string
  itemOf: (id: string) => SectionItem
  addLabel: string
  dialogName: 'add-collections' | 'add-section-links'
  Picker: ComponentType<{
    held: string[]
    onAdd: (ids: string[]) => void
    onClose: () => void
  }>
}

/** Edits the items of a section and their order. */
export function SectionPicks(props: SectionPicksProps & Parts) {
  const { ids, change, error, dialog, title, size, itemOf, addLabel, dialogName, Picker } = props
  const id = `section-${dialogName}`
  return (
    <section aria-labelledby={id}>
      <div className={css.heading}>
        <h2 id={id}>{title}</h2>
        {ids.length > 0 && <span className="hint">{size}</span>}
      </div>
      <SectionItems ids={ids} itemOf={itemOf} change={change} />
      <div className={css.add}>
        <Button
          variant="line"
          block
          icon={PlusIcon}
          aria-haspopup="dialog"
          onClick={() => dialog.open(dialogName)}
        >
          {addLabel}
        </Button>
        <FieldError text={error} />
      </div>
      {dialog.value === dialogName && (
        <Picker
          held={ids}
          onClose={dialog.close}
          onAdd={(added) => {
            change([...ids, ...added])
            dialog.close()
          }}
        />
      )}
    </section>
  )
}
