import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import css from './collection-form.module.css'

/** Why the server, or the missing connection, said no; near what was tried. */
export const Refused = ({ text }: { text: string | undefined }) => (
  <div role="alert">
    {text !== undefined && (
      <p className={css.refused}>
        <WarningCircleIcon size={16} weight="fill" aria-hidden />
        <span>{text}</span>
      </p>
    )}
  </div>
)
