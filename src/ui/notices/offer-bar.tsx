import { XIcon } from '@phosphor-icons/react/X'
import type { ReactNode } from 'react'
import { IconButton } from '../button.tsx'
import type { Icon } from '../icon.ts'
import styles from './offer-bar.module.css'
import { useFloating } from '../menu/use-floating.ts'

type OfferBarProps = {
  icon: Icon
  children: ReactNode
  action: ReactNode
  onDismiss: () => void
}

/**
 * Shows an offer over the bottom of the screen. It moves no content and stays until it is answered.
 */
export function OfferBar({ icon: Icon, children, action, onDismiss }: OfferBarProps) {
  const bar = useFloating()
  return (
    <div ref={bar} className={styles.bar} role="status">
      <Icon size={20} aria-hidden />
      <span className={styles.text}>{children}</span>
      {action}
      <IconButton label="Not now" icon={XIcon} size="sm" onClick={onDismiss} />
    </div>
  )
}
