import { useState, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import css from './intro-modal.module.css'

export type IntroView = { title: string; art: ReactNode; text: string; action: string }

type IntroModalProps = {
  /** The first of them is shown first. */
  views: readonly [IntroView, ...IntroView[]]
  /** After the last one. */
  onDone: () => void
  /** Left out, there is no cross, and no way out but through. */
  onClose?: () => void
}

/** A few words one after the other. */
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
      <div className={css.view} aria-live="polite">
        <div className={css.art} aria-hidden="true">
          {view.art}
        </div>
        <p className={css.text}>{view.text}</p>
      </div>
    </Modal>
  )
}
