import { ImageIcon } from '@phosphor-icons/react/Image'
import { InstagramLogoIcon } from '@phosphor-icons/react/InstagramLogo'
import { XIcon } from '@phosphor-icons/react/X'
import { useId, type ReactNode, type SyntheticEvent } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '#ui/button.tsx'
import { cx } from '#ui/styles/class-names.ts'
import { frame } from '#ui/dialog/frame.ts'
import { useDialog } from '#ui/dialog/use-dialog.ts'
import styles from './editor-dialog.module.css'

type EditorDialogProps = {
  view: 'modal' | 'full'
  onClose: () => void
  onPick: () => void
  /** Opens the Instagram picker. Undefined without a connected account. */
  onInstagram?: (() => void) | undefined
  /** Called with a dropped or pasted file. */
  onFile: (file: File) => void
  children: ReactNode
}

/** Shows the editor's dialog. Always dark, so that the picture stands out. */
export function EditorDialog({
  view,
  onClose,
  onPick,
  onInstagram,
  onFile,
  children,
}: EditorDialogProps) {
  const titleId = useId()
  const dialog = useDialog(onClose)

  function take(event: SyntheticEvent, { files: [file] }: DataTransfer) {
    event.preventDefault()
    if (file) onFile(file)
  }

  return createPortal(
    <dialog
      {...dialog}
      className={cx(frame, styles.dialog)}
      data-theme="dark"
      data-view={view}
      aria-labelledby={titleId}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => take(event, event.dataTransfer)}
      onPaste={(event) => take(event, event.clipboardData)}
    >
      <div className={styles.panel}>
        <div className={styles.header}>
          <IconButton label="Close" icon={XIcon} iconSize={22} onClick={onClose} />
          <h2 id={titleId} className={styles.title} tabIndex={-1} data-dialog-title>
            Edit photo
          </h2>
          {onInstagram && (
            <IconButton
              label="Choose from Instagram"
              icon={InstagramLogoIcon}
              iconSize={22}
              onClick={onInstagram}
            />
          )}
          <IconButton
            label="Choose another photo"
            icon={ImageIcon}
            iconSize={22}
            onClick={onPick}
          />
        </div>
        {children}
      </div>
    </dialog>,
    document.body,
  )
}
