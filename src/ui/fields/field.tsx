import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { unitsFor } from '#contract/text/graphemes.ts'
import { cx } from '../styles/class-names.ts'
import styles from './field.module.css'
import type { Icon } from '../icon.ts'

type FieldProps = {
  label: string
  /** Text beside the label, such as "Optional". */
  hint?: string | undefined
  help?: ReactNode
  /** Error message, shown instead of the help. */
  error?: string | undefined
}

type LimitProps = {
  /**
   * Maximum number of characters as people see them. A browser counts UTF-16 units, so it stops
   * typing only far above the limit. The form reports texts in between.
   */
  maxCharacters?: number | undefined
}

const limited = (maxCharacters: number | undefined) =>
  maxCharacters === undefined ? undefined : { maxLength: unitsFor(maxCharacters) }

type TextFieldProps = FieldProps &
  LimitProps &
  Omit<ComponentProps<'input'>, 'name'> & {
    name: string
    icon?: Icon | undefined
    /** Fixed text before the input, such as `split.to/`. */
    prefix?: string | undefined
    /** Button or icon at the end of the control. */
    trailing?: ReactNode
  }

/**
 * Shows a text field. `name` is the field's name in the API, so that the form can show the server's
 * error at the field.
 */
export function TextField(props: TextFieldProps) {
  const { label, hint, help, error, icon: Icon, prefix, trailing, className, ...rest } = props
  const { maxCharacters, ...input } = rest
  const { id, describedBy, frame } = useField({ label, hint, help, error })
  return frame(
    className,
    <span
      className={styles.control}
      data-error={error ? true : undefined}
      data-readonly={input.readOnly || undefined}
    >
      {Icon && <Icon size={20} aria-hidden />}
      {prefix && <span className={styles.prefix}>{prefix}</span>}
      <input
        type="text"
        {...limited(maxCharacters)}
        {...input}
        id={id}
        className={`${styles.input} frameless`}
        data-autofocus={input.autoFocus || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
      />
      {trailing}
    </span>,
  )
}

type TextAreaProps = FieldProps &
  LimitProps &
  Omit<ComponentProps<'textarea'>, 'name'> & { name: string }

export function TextArea(props: TextAreaProps) {
  const { label, hint, help, error, className, maxCharacters, ...area } = props
  const { id, describedBy, frame } = useField({ label, hint, help, error })
  return frame(
    className,
    <span className={styles.control} data-error={error ? true : undefined}>
      <textarea
        rows={3}
        {...limited(maxCharacters)}
        {...area}
        id={id}
        className={`${styles.input} frameless`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
      />
    </span>,
  )
}

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'name'> & {
    name: string
    options: { value: string; label: string }[]
  }

export function SelectField(props: SelectFieldProps) {
  const { label, hint, help, error, options, className, ...select } = props
  const { id, describedBy, frame } = useField({ label, hint, help, error })
  return frame(
    className,
    <span className={styles.control} data-error={error ? true : undefined} data-select>
      <select
        {...select}
        id={id}
        className={`${styles.input} frameless`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>,
  )
}

/**
 * Returns ids and a frame for a control: the label above it, and the help or error below, linked by
 * `aria-describedby`.
 */
export function useField({ label, hint, help, error }: FieldProps) {
  const id = useId()
  const message = error ?? help
  const describedBy = message ? `${id}-message` : undefined
  const frame = (className: string | undefined, control: ReactNode) => (
    <div className={cx(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        <span>{label}</span>
        {hint && <i>{` ${hint}`}</i>}
      </label>
      {control}
      {message && (
        <p
          id={describedBy}
          className={`${styles.message} hint`}
          data-error={error ? true : undefined}
        >
          {error && <WarningCircleIcon size={16} weight="fill" aria-hidden />}
          <span>{message}</span>
        </p>
      )}
    </div>
  )
  return { id, describedBy, frame }
}
