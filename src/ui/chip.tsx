import { CheckIcon } from '@phosphor-icons/react/Check'
import type { ComponentProps, ReactNode } from 'react'
import styles from './chip.module.css'
import { cx } from './styles/class-names.ts'
import type { Icon } from './icon.ts'

type ChipProps = ComponentProps<'button'> & {
  /** State of a toggle chip. Undefined for other chips. */
  pressed?: boolean | undefined
  icon?: Icon | undefined
  /** Number after the label. */
  count?: ReactNode
}

export function Chip({ pressed, icon: Icon, count, className, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      className={cx(styles.chip, className)}
      aria-pressed={pressed}
      data-on={pressed || undefined}
      {...rest}
    >
      {pressed ? (
        <CheckIcon size={14} weight="bold" aria-hidden />
      ) : (
        Icon && <Icon size={14} weight="bold" aria-hidden />
      )}
      <span className={styles.content}>{children}</span>
      {count !== undefined && <span className={cx(styles.count, 'num')}>{count}</span>}
    </button>
  )
}

/** Shows a label that is not interactive. */
export function Tag({
  tone = 'neutral',
  children,
}: {
  tone?: 'neutral' | 'money' | 'warn' | 'danger' | 'clicks'
  children: ReactNode
}) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  )
}
