import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { useState, type ReactNode } from 'react'
import { UTM_FIELDS } from '#contract/links/utm.ts'
import { Chip } from '#ui/chip.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { EditSets } from '../../parameters/edit-sets.tsx'
import type { EditErrors } from '../edit-errors.ts'
import css from './edit-settings.module.css'
import type { EditValues, UtmField } from '../edit-values.ts'

const UTM_LABELS: Record<UtmField, string> = {
  utm_source: 'Source',
  utm_medium: 'Medium',
  utm_campaign: 'Campaign',
  utm_term: 'Term',
  utm_content: 'Content',
}

/** Common values for two of the fields. */
const PRESETS = [
  { name: 'Instagram story', fields: { utm_source: 'instagram', utm_medium: 'story' } },
  { name: 'TikTok bio', fields: { utm_source: 'tiktok', utm_medium: 'bio' } },
  { name: 'Newsletter', fields: { utm_source: 'newsletter', utm_medium: 'email' } },
] as const

const NO_VALUES = { utm_source: '', utm_medium: '' }

/** Shows the advanced fields, collapsed unless one has a value or an error. */
export function EditAdvanced({ values, change, errors, children }: Props) {
  const [opened, open] = useState(() => UTM_FIELDS.some((field) => values[field] !== ''))
  const isWrong = UTM_FIELDS.some((field) => errors[field]) || Boolean(errors.pass_query)
  const isOpen = opened || isWrong
  return (
    <details className={css.advanced} open={isOpen}>
      <summary
        onClick={(event) => {
          event.preventDefault()
          open(!isOpen)
        }}
      >
        Advanced
        <CaretDownIcon size={18} weight="bold" aria-hidden />
      </summary>
      {isOpen && <EditSets values={values} change={change} />}
      <fieldset className={`${css.utm} stack`}>
        <legend className={css.legend}>
          Campaign tracking (UTM) <i>Optional. Empty fields are left out.</i>
        </legend>
        <div className={css.presets} role="group" aria-label="Fill in for">
          {PRESETS.map(({ name, fields }) => {
            const isOn =
              values.utm_source === fields.utm_source && values.utm_medium === fields.utm_medium
            return (
              <Chip key={name} pressed={isOn} onClick={() => change(isOn ? NO_VALUES : fields)}>
                {name}
              </Chip>
            )
          })}
        </div>
        {UTM_FIELDS.map((field) => (
          <TextField
            key={field}
            name={field}
            label={UTM_LABELS[field]}
            value={values[field]}
            onChange={(event) => change({ [field]: event.target.value })}
            error={errors[field]}
            autoCapitalize="none"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
          />
        ))}
      </fieldset>
      {children}
    </details>
  )
}

type Props = {
  values: EditValues
  change: (part: Partial<EditValues>) => void
  errors: EditErrors
  children: ReactNode
}
