import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import css from './collection-form.module.css'

/** Shows why an action failed, near its control. */
export const RefusalAlert = ({ text }: { text: string | undefined }) => (
  <div role="alert">
    {text !== undefined && (
      <p className={css.refused}>
        <WarningCircleIcon size={16} weight="fill" aria-hidden />
        <span>{text}</span>
      </p>
    )}
  </div>
)
