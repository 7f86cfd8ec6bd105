import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import css from './edit-view.module.css'

/** The message of a field that is more than one control. */
export function FieldError({ id, text }: { id?: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p id={id} className={css.wrong} role="alert">
      <WarningCircleIcon size={16} weight="fill" aria-hidden />
      {text}
    </p>
  )
}
