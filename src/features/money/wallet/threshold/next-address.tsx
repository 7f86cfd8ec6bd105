import { useState } from 'react'
import { editWalletSettings } from '#api/money/wallet.ts'
import { runAction } from '#app/failure/run-action.ts'
import { momentText } from '#app/problems/times.ts'
import type { WalletSettings } from '#contract/money/wallet.ts'
import { quiet } from '#http/client.ts'
import { Banner } from '#ui/notices/banner.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/notices/toast.tsx'

type NextAddressProps = { settings: WalletSettings; onSaved: (next: WalletSettings) => void }

/** Shows a new PayPal address that is not in use yet, when it will be, and how to cancel it. */
export function NextAddress({ settings, onSaved }: NextAddressProps) {
  const [busy, setBusy] = useState(false)
  const { paypal_email, paypal_email_next } = settings
  if (!paypal_email_next) return null
  const { email, usable_at } = paypal_email_next

  async function takeBack() {
    setBusy(true)
    await runAction('take the address back', () => editWalletSettings(TAKEN_BACK, quiet), {
      onDone(next) {
        onSaved(next)
        toast(`${email} is taken back.`)
      },
    })
    setBusy(false)
  }

  return (
    <Banner
      tone="warn"
      action={
        <Button size="md" busy={busy} onClick={() => void takeBack()}>
          Take it back
        </Button>
      }
    >
      {usable_at === null ? (
        <>
          <b>{`Confirm ${email}.`}</b>
          <span>{` We sent a link there. ${paypal_email ? 'It is used 72 hours after that.' : 'It is used from then on.'}`}</span>
        </>
      ) : (
        <>
          <b>{email}</b>
          <span>{` rests, and is used from ${momentText(Date.parse(usable_at))}.`}</span>
        </>
      )}
      <span>{paypal_email && ` Until then payments go to ${paypal_email}.`}</span>
    </Banner>
  )
}

const TAKEN_BACK = { paypal_email_next: null }
