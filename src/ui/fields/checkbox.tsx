import { CheckIcon } from '@phosphor-icons/react/Check'
import { MinusIcon } from '@phosphor-icons/react/Minus'
import { useEffect, useRef, type ComponentProps } from 'react'
import styles from './checkbox.module.css'
import { cx } from '../styles/class-names.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: string
  /** Whether the label is only for screen readers, as in a table row. */
  bare?: boolean
  indeterminate?: boolean
}

export function Checkbox({
  label,
  bare,
  indeterminate = false,
  className,
  ...input
}: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label className={cx(styles.checkbox, className)}>
      <input {...input} ref={ref} type="checkbox" className={styles.input} />
      <span className={styles.box}>
        {indeterminate ? (
          <MinusIcon size={14} weight="bold" aria-hidden />
        ) : (
          <CheckIcon size={14} weight="bold" aria-hidden />
        )}
      </span>
      <span className={bare ? 'vh' : undefined}>{label}</span>
    </label>
  )
}
