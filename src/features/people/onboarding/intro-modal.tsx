import { useState, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import css from './intro-modal.module.css'

export type IntroView = { title: string; art: ReactNode; text: string; action: string }

type IntroModalProps = {
  /** Views in order. */
  views: readonly [IntroView, ...IntroView[]]
  /** Called after the last view. */
  onDone: () => void
  /** Called when closed. Without it, the dialog has no close button. */
  onClose?: () => void
}

/** Shows a few texts, one after the other. */
export function IntroModal({ views, onDone, onClose }: IntroModalProps) {
  const [index, setIndex] = useState(0)
  const view = views[index] ?? views[0]
  const next = () => (index + 1 < views.length ? setIndex(index + 1) : onDone())
  return (
    <Modal
      size="confirm"
      title={view.title}
      closable={onClose !== undefined}
      onClose={() => onClose?.()}
      footer={
        <Button variant="primary" size="lg" block onClick={next}>
          {view.action}
        </Button>
      }
    >
      <div className={`${css.view} stack`} aria-live="polite">
        <div className={css.art} aria-hidden="true">
          {view.art}
        </div>
        <p className={css.text}>{view.text}</p>
      </div>
    </Modal>
  )
}
