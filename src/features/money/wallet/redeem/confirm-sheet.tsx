import type { ReactNode } from 'react'
import { money } from '#app/formats.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { less } from '../money-text.ts'
import { Facts } from '../parts/facts.tsx'
import css from './redeem.module.css'

type ConfirmSheetProps = {
  amount: number
  available: number
  /** Whom it goes to, and when. */
  facts: readonly (readonly [string, ReactNode])[]
  note: ReactNode
  /** What is asked for once more before it goes. */
  asked?: ReactNode
  error: string | undefined
  busy: boolean
  confirm: () => void
  onClose: () => void
}

/** What is about to happen, in figures; the button says it once more. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { amount, available, facts, note, asked, error, busy, confirm, onClose } = props
  const [to, ...others] = facts
  return (
    <Modal
      title="Check and confirm"
      size="confirm"
      onClose={onClose}
      closable={!busy}
      footer={
        <Button variant="primary" size="lg" busy={busy} onClick={confirm}>
          {`Redeem ${money(amount)}`}
        </Button>
      }
    >
      <div className={css.confirm}>
        <Facts
          facts={[
            ['You redeem', money(amount)],
            ...(to ? [to] : []),
            ['Left in your wallet', money(less(available, amount))],
            ...others,
          ]}
        />
        <p className={css.small}>{note}</p>
        {asked}
        <FieldError text={error} />
      </div>
    </Modal>
  )
}
