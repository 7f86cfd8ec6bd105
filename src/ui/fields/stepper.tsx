import { MinusIcon } from '@phosphor-icons/react/Minus'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useId } from 'react'
import { IconButton } from '../button.tsx'
import { FieldError } from './field-error.tsx'
import styles from './stepper.module.css'

type StepperProps = {
  label: string
  value: number
  min: number
  max: number
  error?: string | undefined
  onChange: (value: number) => void
}

/** Shows a number with buttons that change it by one. */
export function Stepper({ label, value, min, max, error, onChange }: StepperProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <div className={styles.stepper}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        <span className={styles.control}>
          <IconButton
            label={`${label}: one less`}
            icon={MinusIcon}
            iconSize={18}
            aria-disabled={value <= min || undefined}
            onClick={() => value > min && onChange(value - 1)}
          />
          <output className={styles.value}>{value}</output>
          <IconButton
            label={`${label}: one more`}
            icon={PlusIcon}
            iconSize={18}
            aria-disabled={value >= max || undefined}
            onClick={() => value < max && onChange(value + 1)}
          />
        </span>
      </div>
      <FieldError text={error} />
    </div>
  )
}
