import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import { CardsIcon } from '@phosphor-icons/react/Cards'
import { RowsIcon } from '@phosphor-icons/react/Rows'
import { SquaresFourIcon } from '@phosphor-icons/react/SquaresFour'
import { useId } from 'react'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { MAX_WIDGET_COLUMNS, MAX_WIDGET_LINKS, type WidgetLayout } from '#contract/page/widgets.ts'
import { useCollection } from '#live/read/use-collections.ts'
import { RadioOption } from '#ui/fields/radio-option.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Segmented } from '#ui/fields/segmented.tsx'
import { Stepper } from '#ui/fields/stepper.tsx'
import type { WidgetFormState } from './use-widget-form.ts'
import css from './widget-form.module.css'
import { LAYOUTS, THEMES } from './widgets.ts'

type WidgetFormProps = { id: string; form: WidgetFormState; chooseCollection: () => void }

/** Edits what a widget shows and how. */
export function WidgetForm({ id, form, chooseCollection }: WidgetFormProps) {
  const { values, errors, change } = form
  return (
    <form {...form.props} id={id} className={`${css.form} stack`}>
      <TextField
        {...form.field('name')}
        label="Name"
        help="Only you see it."
        autoComplete="off"
        maxCharacters={80}
        autoFocus={values.name === ''}
      />
      <CollectionField
        uuid={values.collection_uuid}
        error={errors['collection_uuid']}
        choose={chooseCollection}
      />
      <LayoutField value={values.layout} onChange={(layout) => change({ layout })} />
      {values.layout !== 'list' && (
        <Stepper
          label="Columns"
          value={values.columns}
          min={1}
          max={MAX_WIDGET_COLUMNS}
          error={errors['columns']}
          onChange={(columns) => change({ columns })}
        />
      )}
      <Stepper
        label="Show at most"
        value={values.limit}
        min={1}
        max={MAX_WIDGET_LINKS}
        error={errors['limit']}
        onChange={(limit) => change({ limit })}
      />
      <div className={`${css.group} stack`}>
        <span className={css.label} aria-hidden="true">
          Theme
        </span>
        <Segmented
          label="Theme"
          options={THEMES}
          value={values.theme}
          onChange={(theme) => change({ theme })}
        />
      </div>
      <FieldError text={errors[WHOLE_FORM]} />
    </form>
  )
}

type CollectionFieldProps = { uuid: string; error: string | undefined; choose: () => void }

function CollectionField({ uuid, error, choose }: CollectionFieldProps) {
  const id = useId()
  const collection = useCollection(uuid)
  const name = uuid === '' ? 'Choose a collection' : (collection?.name ?? 'Your collection')
  return (
    <div className={`${css.group} stack`}>
      <span id={`${id}-label`} className={css.label}>
        Collection
      </span>
      <button
        type="button"
        id={id}
        className={css.choose}
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={error ? `${id}-error` : undefined}
        data-wrong={error ? true : undefined}
        data-opens="collection"
        onClick={choose}
      >
        <span dir="auto" data-none={uuid === '' || undefined}>
          {name}
        </span>
        <CaretRightIcon size={18} aria-hidden />
      </button>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}

const ICONS = { grid: SquaresFourIcon, carousel: CardsIcon, list: RowsIcon }

type LayoutFieldProps = { value: WidgetLayout; onChange: (layout: WidgetLayout) => void }

function LayoutField({ value, onChange }: LayoutFieldProps) {
  const name = useId()
  return (
    <fieldset className={css.layouts}>
      <legend className={css.label}>Layout</legend>
      {LAYOUTS.map((layout) => {
        const Icon = ICONS[layout.value]
        const isChosen = layout.value === value
        return (
          <RadioOption
            key={layout.value}
            className={css.card}
            name={name}
            value={layout.value}
            checked={isChosen}
            onChoose={() => onChange(layout.value)}
          >
            <Icon size={24} weight={isChosen ? 'fill' : 'regular'} aria-hidden />
            <span>{layout.label}</span>
          </RadioOption>
        )
      })}
    </fieldset>
  )
}
