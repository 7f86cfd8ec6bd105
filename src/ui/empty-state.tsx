import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Mark } from './mark.tsx'

type EmptyStateProps = {
  /** Whether to show the large logo, for a user's first visit only. */
  mark?: boolean
  title: string
  text?: ReactNode
  action?: ReactNode
  secondary?: ReactNode
}

export function EmptyState({ mark, title, text, action, secondary }: EmptyStateProps) {
  return (
    <section className={styles.empty} data-first={mark || undefined}>
      {mark && <Mark size={128} motion="slide" className={styles.mark} />}
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
      {secondary && <div className={styles.secondary}>{secondary}</div>}
    </section>
  )
}
