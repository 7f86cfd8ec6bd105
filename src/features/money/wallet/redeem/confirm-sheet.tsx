import type { ReactNode } from 'react'
import { money } from '#app/formats.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { subtractMoney } from '../money-text.ts'
import { Facts } from '#ui/facts.tsx'
import css from './redeem.module.css'

type ConfirmSheetProps = {
  amount: number
  available: number
  /** Recipient and date. */
  facts: readonly (readonly [string, ReactNode])[]
  note: ReactNode
  /** Additional fields, such as the password. */
  extraField?: ReactNode
  error: string | undefined
  busy: boolean
  confirm: () => void
  onClose: () => void
}

/** Shows the figures of a payout before it is requested. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { amount, available, facts, note, extraField, error, busy, confirm, onClose } = props
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
      <div className={`${css.confirm} stack`}>
        <Facts
          facts={[
            ['You redeem', money(amount)],
            ...(to ? [to] : []),
            ['Left in your wallet', money(subtractMoney(available, amount))],
            ...others,
          ]}
        />
        <p className={`${css.small} hint`}>{note}</p>
        {extraField}
        <FieldError text={error} />
      </div>
    </Modal>
  )
}
