import { useId, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../styles/class-names.ts'
import { sheet } from './frame.ts'
import styles from './alert.module.css'
import { useDialog } from './use-dialog.ts'

type AlertProps = {
  art?: ReactNode
  title?: string | undefined
  /** Message. Names the alert if there is no title. */
  children?: ReactNode
  /** Label and value pairs below the message, such as "Status Code" and 502. */
  facts?: { label: string; value: ReactNode }[] | undefined
  actions: ReactNode
  /** Called on Escape. Without it, only the alert's own buttons close it. */
  onClose?: (() => void) | undefined
}

/**
 * Shows an alert that interrupts: at the bottom of a phone, centred on wider screens. Open while
 * mounted.
 */
export function Alert({ art, title, children, facts, actions, onClose }: AlertProps) {
  const id = useId()
  const dialog = useDialog(onClose)
  return createPortal(
    <dialog
      {...dialog}
      className={cx(sheet, styles.dialog)}
      role="alertdialog"
      aria-labelledby={title ? `${id}-title` : `${id}-text`}
      aria-describedby={title && children ? `${id}-text` : undefined}
    >
      <div className={styles.card}>
        {art && <div className={styles.art}>{art}</div>}
        {title && (
          <h2 id={`${id}-title`} className={styles.title} tabIndex={-1} data-dialog-title>
            {title}
          </h2>
        )}
        {children && (
          <div id={`${id}-text`} className={styles.text} data-only={!title || undefined}>
            {children}
          </div>
        )}
        {facts && facts.length > 0 && <Facts facts={facts} />}
        <div className={styles.actions}>{actions}</div>
      </div>
    </dialog>,
    document.body,
  )
}

const Facts = ({ facts }: { facts: { label: string; value: ReactNode }[] }) => (
  <dl className={`${styles.facts} num`}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
