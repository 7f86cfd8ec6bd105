import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'
import type { Icon } from './icon.ts'
import styles from './list-row.module.css'

type Look = { icon?: Icon | undefined; label: string; help?: ReactNode; value?: ReactNode }

/** A row that leads somewhere; `final` when nothing lies behind it, as for a sign-out. */
export function ListLink(props: Look & ComponentProps<'a'> & { final?: boolean }) {
  const { icon, label, help, value, final, className, ...rest } = props
  return (
    <a className={cx(styles.row, className)} {...rest}>
      <Face icon={icon} label={label} help={help} value={value} />
      {!final && <Caret />}
    </a>
  )
}

/** A row that does something; `opens` when more lies behind it, a menu or a dialog. */
export function ListButton(props: Look & ComponentProps<'button'> & { opens?: boolean }) {
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
        {help && <span className={styles.help}>{help}</span>}
      </span>
      {value !== undefined && <span className={styles.value}>{value}</span>}
    </span>
  </>
)
