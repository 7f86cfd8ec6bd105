import { XIcon } from '@phosphor-icons/react/X'
import { useEffect, useEffectEvent, useId, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../button.tsx'
import { cx } from '../class-names.ts'
import { frame } from './frame.ts'
import styles from './modal.module.css'
import { useDialog } from './use-dialog.ts'
import { useDragToClose } from './use-drag-to-close.ts'

type ModalProps = {
  title: string
  /** What stands in the header instead of the title, which then is for screen readers only. */
  heading?: ReactNode
  /** Close button, Escape, a tap outside and a pull downwards all ask for it. */
  onClose: () => void
  children: ReactNode
  /** Between header and body, as for tabs: it does not scroll. */
  top?: ReactNode
  footer?: ReactNode
  /**
   * `wide`: room for tabs, of one height whichever is open; `broad`: as wide, and as high as what is in it;
   * `large`: something beside what comes of it, as high as the window.
   */
  size?: 'confirm' | 'form' | 'wide' | 'broad' | 'large'
  headerActions?: ReactNode
  closable?: boolean
  /** With unsaved changes the sheet does not slide away under the finger; `onClose` asks. */
  dirty?: boolean
}

/** Mounted means open. A bottom sheet up to 768 px, a centred dialog from 769. */
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
      className={cx(frame, styles.dialog)}
      data-size={size}
      aria-labelledby={titleId}
    >
      <div ref={panel} className={styles.panel}>
        {/* No `header`: over the shell's own it would be a second banner. */}
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
 * Something graver takes over: a modal closes. One with unsaved changes is left to its owner,
 * whose `onClose` would ask.
 */
function useCloseModals(close: () => void) {
  const onEvent = useEffectEvent(close)
  useEffect(() => {
    const listener = () => onEvent()
    addEventListener('split:close-modals', listener)
    return () => removeEventListener('split:close-modals', listener)
  }, [])
}
