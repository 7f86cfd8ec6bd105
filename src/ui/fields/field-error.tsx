import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import styles from './field-error.module.css'

/** Shows the error of a field that consists of several controls. */
export function FieldError({ id, text }: { id?: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p id={id} className={styles.error} role="alert">
      <WarningCircleIcon size={16} weight="fill" aria-hidden />
      <span>{text}</span>
    </p>
  )
}
