import { useId } from 'react'
import { cx } from '../styles/class-names.ts'
import styles from './segmented.module.css'

type SegmentedProps<Value extends string> = {
  label: string
  /** Two to five options. */
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/**
 * Shows a choice between a few visible options. Uses native radio buttons for keyboards and screen
 * readers.
 */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, className } = props
  const name = useId()
  return (
    <fieldset className={cx(styles.segmented, className)}>
      <legend className="vh">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={`${styles.input} cover`}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.face}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
