import { useEffect, useEffectEvent, useState } from 'react'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { CONNECTED_TYPES } from '#contract/people/connected-accounts.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { AccountFace } from './account-row.tsx'
import { titleOf, useConnectedAccounts } from './accounts.ts'
import css from './connected-accounts.module.css'

/** Shows which account was just connected, while mounted. */
export function ConnectedDialog() {
  const { value: id, close } = useDialogParam('connected')
  const { value, refreshing } = useConnectedAccounts()
  const account = value?.find((one) => String(one.id) === id)
  // The value from before this dialog opened does not contain the new account yet.
  const [before] = useState(value)
  const isGone = value !== undefined && value !== before && !account && !refreshing
  const closed = useEffectEvent(close)
  useEffect(() => {
    if (isGone) closed()
  }, [isGone])
  if (!account) return null
  return (
    <Modal
      title={`${titleOf(account)} is connected`}
      onClose={close}
      footer={
        <Button variant="primary" size="lg" block onClick={close}>
          Done
        </Button>
      }
    >
      <div className={css.connected}>
        <AccountFace account={account} size={92} />
        <b className={css.name}>{account.account_name}</b>
        <p className="hint">
          {account.account_type === CONNECTED_TYPES.instagram
            ? 'When you add a picture you can now choose one of its photos.'
            : 'You can disconnect it in your public profile.'}
        </p>
      </div>
    </Modal>
  )
}
