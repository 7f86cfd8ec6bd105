import { useId, type ReactNode } from 'react'
import type { Icon } from '#ui/icon.ts'
import css from './options.module.css'

type Option<Value extends string> = {
  value: Value
  label: string
  help?: ReactNode
  icon?: Icon
  /** Picture instead of the icon. */
  picture?: ReactNode
}

type OptionsProps<Value extends string> = {
  label: string
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /** Id of the error message. */
  describedBy?: string | undefined
  isWrong?: boolean
}

/**
 * Shows a choice of options with explanations. Native radio buttons work with keyboards and screen
 * readers.
 */
export function Options<Value extends string>(props: OptionsProps<Value>) {
  const { label, options, value, onChange, describedBy, isWrong } = props
  const name = useId()
  return (
    <fieldset
      className={`${css.options} stack`}
      aria-describedby={describedBy}
      tabIndex={-1}
      data-wrong={isWrong || undefined}
    >
      <legend className="vh">{label}</legend>
      {options.map(({ value: own, label, help, icon: Icon, picture }) => (
        <label key={own} className={css.option}>
          <input
            type="radio"
            className="cover"
            name={name}
            value={own}
            checked={own === value}
            onChange={() => onChange(own)}
          />
          {picture || (
            <span className={`${css.icon} disc`}>{Icon && <Icon size={22} aria-hidden />}</span>
          )}
          <span className={css.text}>
            <span className={css.label}>{label}</span>
            {help && <span className={`${css.help} hint`}>{help}</span>}
          </span>
          <span className={css.dot} aria-hidden />
        </label>
      ))}
    </fieldset>
  )
}
