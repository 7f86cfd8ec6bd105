import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import css from './developers.module.css'

type SecretDialogProps = {
  title: string
  /** Text of a new key or secret. */
  secret: string
  copyLabel: string
  onClose: () => void
  /** Use of the secret, if the title does not say it. */
  children?: ReactNode
}

/** Shows a new key or secret, the only time that it can be copied. */
export function SecretDialog(props: SecretDialogProps) {
  const { title, secret, copyLabel, onClose, children } = props
  return (
    <Modal title={title} onClose={onClose}>
      <p className={css.text}>Copy it now. You won’t be able to see it again.</p>
      {children}
      <code className={css.key} translate="no">
        {secret}
      </code>
      <div className={css.buttons}>
        <CopyButton variant="button" size="lg" block text={secret} label={copyLabel} />
        <Button variant="quiet" size="lg" block onClick={onClose}>
          Done
        </Button>
      </div>
    </Modal>
  )
}
