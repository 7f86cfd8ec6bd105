import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'
import { cx } from './styles/class-names.ts'
import type { Icon } from './icon.ts'
import { Mark } from './mark.tsx'

type Look = {
  /** `create` is for creating a link and appears once per screen. */
  variant?: 'create' | 'primary' | 'secondary' | 'line' | 'quiet' | 'danger' | undefined
  size?: 'lg' | 'default' | 'md' | 'sm' | undefined
  icon?: Icon | undefined
  block?: boolean | undefined
}

type ButtonProps = Look & ComponentProps<'button'> & { busy?: boolean | undefined }

const ICON_SIZE = { lg: 20, default: 18, md: 18, sm: 16 } as const

const lookProps = ({ variant = 'secondary', size = 'default', block, className }: LookProps) => ({
  className: cx(styles.button, className),
  'data-variant': variant,
  'data-size': size,
  'data-block': block || undefined,
})
type LookProps = Look & { className?: string | undefined }

/**
 * Shows a button. `disabled` keeps it in the tab order, so state the reason nearby. `busy` keeps
 * width and label while a save runs.
 */
export function Button(props: ButtonProps) {
  const { variant, size, icon, block, busy, disabled, className, children, onClick, ...rest } =
    props
  const isOff = disabled || busy
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (isOff) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...lookProps({ variant, size, block, className })}
      {...rest}
      onClick={click}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
    >
      <Leading icon={icon} size={size} busy={busy} />
      <span className={styles.content}>{children}</span>
    </button>
  )
}

/** Shows a link that looks like a button. */
export function ButtonLink(props: Look & ComponentProps<'a'>) {
  const { variant, size, icon, block, className, children, ...rest } = props
  return (
    <a {...lookProps({ variant, size, block, className })} {...rest}>
      <Leading icon={icon} size={size} />
      <span className={styles.content}>{children}</span>
    </a>
  )
}

function Leading({ icon: Icon, size = 'default', busy }: Look & { busy?: boolean | undefined }) {
  if (busy)
    return <Mark size={Icon ? 18 : 12} motion="busy" className={Icon ? undefined : styles.aside} />
  return Icon ? <Icon size={ICON_SIZE[size]} weight="bold" aria-hidden /> : null
}

type IconButtonProps = ComponentProps<'button'> & {
  /** Accessible name and tooltip. */
  label: string
  icon: Icon
  size?: 'default' | 'sm' | undefined
  iconSize?: number | undefined
  filled?: boolean | undefined
  badge?: ReactNode
}

export function IconButton(props: IconButtonProps) {
  const { label, icon: Icon, size = 'default', filled, badge, className, ...rest } = props
  const { iconSize = size === 'sm' ? 18 : 20, ...button } = rest
  return (
    <button
      type="button"
      className={cx(styles.icon, className)}
      data-size={size}
      data-filled={filled || undefined}
      aria-label={label}
      title={label}
      {...button}
    >
      <Icon size={iconSize} weight={iconSize <= 18 ? 'bold' : 'regular'} aria-hidden />
      {badge}
    </button>
  )
}
