import { useId } from 'react'
import { RadioOption } from '#ui/fields/radio-option.tsx'
import type { Swatch } from './looks.ts'
import css from './swatches.module.css'

type SwatchesProps<Value extends string> = {
  label: string
  options: readonly Swatch<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Shows plain colours instead of small pages. */
  dots?: boolean
}

/** Chooses one of several themes or colours, each drawn in its own colours and labelled. */
export function Swatches<Value extends string>(props: SwatchesProps<Value>) {
  const { label, options, value, onChange, dots } = props
  const name = useId()
  return (
    <fieldset>
      <legend className={css.label}>{label}</legend>
      <div className={css.row} data-dots={dots}>
        {options.map((option) => (
          <RadioOption
            key={option.value}
            className={css.option}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChoose={() => onChange(option.value)}
          >
            <span
              className={dots ? css.dot : css.page}
              style={{ background: option.background, color: option.foreground }}
              aria-hidden="true"
            >
              {!dots && (
                <>
                  <i />
                  <i />
                  <i />
                </>
              )}
            </span>
            <span className={css.name}>{option.label}</span>
          </RadioOption>
        ))}
      </div>
    </fieldset>
  )
}
