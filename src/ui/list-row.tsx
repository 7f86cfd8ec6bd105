import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './styles/class-names.ts'
import type { Icon } from './icon.ts'
import styles from './list-row.module.css'

type Look = { icon?: Icon | undefined; label: string; help?: ReactNode; value?: ReactNode }

/** Shows a row that is a link. `final` hides the arrow, as for signing out. */
export function ListLink(props: Look & ComponentProps<'a'> & { final?: boolean }) {
  const { icon, label, help, value, final, className, ...rest } = props
  return (
    <a className={cx(styles.row, className)} {...rest}>
      <Face icon={icon} label={label} help={help} value={value} />
      {!final && <Caret />}
    </a>
  )
}

/** Shows a row that is a button. `opens` shows an arrow, for a menu or dialog. */
export function ListButton(
  props: Look & Omit<ComponentProps<'button'>, 'value'> & { opens?: boolean },
) {
  const { icon, label, help, value, opens, className, ...rest } = props
  return (
    <button type="button" className={cx(styles.row, className)} {...rest}>
      <Face icon={icon} label={label} help={help} value={value} />
      {opens && <Caret />}
    </button>
  )
}

const Caret = () => <CaretRightIcon size={15} weight="bold" aria-hidden className={styles.caret} />

const Face = ({ icon: Icon, label, help, value }: Look) => (
  <>
    {Icon && <Icon size={22} aria-hidden />}
    <span className={styles.text}>
      <span>
        <span>{label}</span>
        {help && <span className={`${styles.help} hint`}>{help}</span>}
      </span>
      {value !== undefined && <span className={styles.value}>{value}</span>}
    </span>
  </>
)
