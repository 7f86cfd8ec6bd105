import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import styles from './field-error.module.css'

/** The message of a field that is more than one control. */
export function FieldError({ id, text }: { id?: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p id={id} className={styles.error} role="alert">
      <WarningCircleIcon size={16} weight="fill" aria-hidden />
      <span>{text}</span>
    </p>
  )
}
