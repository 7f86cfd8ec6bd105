import { InfoIcon } from '@phosphor-icons/react/Info'
import { WarningIcon } from '@phosphor-icons/react/Warning'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import type { ReactNode } from 'react'
import styles from './banner.module.css'
import type { Icon } from '../icon.ts'

type BannerProps = {
  tone?: 'neutral' | 'danger' | 'warn'
  icon?: Icon | undefined
  /** Text. Start with `<b>` for what happened: `<b>Offline.</b> Saved on this device.` */
  children: ReactNode
  action?: ReactNode
  /** Whether the banner fills the whole width of its container. */
  flush?: boolean
}

const ICONS = { neutral: InfoIcon, danger: WarningCircleIcon, warn: WarningIcon }

/** Shows one line about a problem or state. Announced politely when it appears. */
export function Banner({ tone = 'neutral', icon, children, action, flush }: BannerProps) {
  const Icon = icon ?? ICONS[tone]
  return (
    <div className={styles.banner} data-tone={tone} data-flush={flush || undefined} role="status">
      <Icon size={18} weight={tone === 'neutral' ? 'bold' : 'fill'} aria-hidden />
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  )
}
