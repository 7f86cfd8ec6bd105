import { XIcon } from '@phosphor-icons/react/X'
import { useEffect, useEffectEvent, useId, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../button.tsx'
import { cx } from '../styles/class-names.ts'
import { sheet } from './frame.ts'
import styles from './modal.module.css'
import { useDialog } from './use-dialog.ts'
import { useDragToClose } from './use-drag-to-close.ts'

type ModalProps = {
  title: string
  /** Content of the header instead of the title, which is then for screen readers only. */
  heading?: ReactNode
  /** Called by the close button, Escape, a tap outside and a drag down. */
  onClose: () => void
  children: ReactNode
  /** Content between header and body that does not scroll, such as tabs. */
  top?: ReactNode
  footer?: ReactNode
  /**
   * `wide`: for tabs, with a fixed height. `broad`: the same width, as high as its content.
   * `large`: for an editor beside its preview, as high as the window.
   */
  size?: 'confirm' | 'form' | 'wide' | 'broad' | 'large'
  headerActions?: ReactNode
  closable?: boolean
  /**
   * Whether there are unsaved changes. The sheet then does not close by dragging; `onClose` asks
   * first.
   */
  dirty?: boolean
}

/**
 * Shows a modal dialog: a bottom sheet up to 768 px, a centred dialog from 769 px. Open while
 * mounted.
 */
export function Modal(props: ModalProps) {
  const { title, heading, onClose, children, top, footer, size = 'form', headerActions } = props
  const { closable = true, dirty = false } = props
  const titleId = useId()
  useCloseModals(() => !dirty && onClose())
  const dialog = useDialog(closable ? onClose : undefined)
  const { panel, handle } = useDragToClose(onClose, dirty)
  return createPortal(
    <dialog
      {...dialog}
      className={cx(sheet, styles.dialog)}
      data-size={size}
      aria-labelledby={titleId}
    >
      <div ref={panel} className={styles.panel}>
        {/* Not a `header` element, which would be a second banner landmark. */}
        <div className={styles.header} {...(closable && handle)}>
          <h2
            id={titleId}
            className={heading ? 'vh' : styles.title}
            tabIndex={-1}
            data-dialog-title
          >
            {title}
          </h2>
          {heading && <div className={styles.title}>{heading}</div>}
          {headerActions}
          {closable && <IconButton label="Close" icon={XIcon} iconSize={22} onClick={onClose} />}
        </div>
        {top}
        <div className={styles.body} data-below={top ? true : undefined}>
          {children}
        </div>
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>,
    document.body,
  )
}

/**
 * Closes the modal when a more important dialog opens. One with unsaved changes is closed by its
 * owner, because `onClose` would ask.
 */
function useCloseModals(close: () => void) {
  const onEvent = useEffectEvent(close)
  useEffect(() => {
    const listener = () => onEvent()
    addEventListener('split:close-modals', listener)
    return () => removeEventListener('split:close-modals', listener)
  }, [])
}
