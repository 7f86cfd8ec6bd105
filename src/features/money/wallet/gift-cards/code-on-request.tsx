import { useState } from 'react'
import { showCode } from '#api/money/wallet.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { errorsOf, WHOLE_FORM, type FormErrors } from '#app/form/form-errors.ts'
import { useOffline } from '#app/problems/problems.ts'
import type { RedemptionDetail } from '#contract/money/wallet.ts'
import { withProof } from '#features/people/factors/with-proof.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { PasswordForm } from '../parts/password-form.tsx'
import { NOT_SENT } from '../texts.ts'
import { GiftCardCode } from './gift-card-code.tsx'
import css from './gift-cards.module.css'

/**
 * Shows the code of an earlier gift card after the password. The code is worth money and is not
 * saved on the device.
 */
export function CodeOnRequest({ id }: { id: number }) {
  const code = useCode(id)
  if (code.shown) return <GiftCardCode card={code.shown} />
  return (
    <PasswordForm
      help="Anyone with the code can spend the card. Enter your password to see it."
      value={code.password}
      errors={code.errors}
      onChange={code.setPassword}
      onSubmit={() => void code.show()}
    >
      <div className={css.show}>
        <FieldError text={code.errors[WHOLE_FORM]} />
        <Button type="submit" busy={code.busy}>
          Show the code
        </Button>
      </div>
    </PasswordForm>
  )
}

function useCode(id: number) {
  const offline = useOffline()
  const [shown, setShown] = useState<RedemptionDetail>()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FormErrors>({})
  const [password, setPassword] = useState('')

  async function show() {
    if (busy) return
    if (offline) return void toast(NOT_SENT, { tone: 'problem' })
    if (password === '') return setErrors({ password: 'Enter your password to see the code.' })
    setBusy(true)
    setErrors({})
    try {
      setShown(await withProof(() => showCode(id, { password }, quiet)))
    } catch (failure) {
      setErrors(
        errorsOf(failure, [['password', 'password']], (error) =>
          explainFailure(error, 'show the code', 'The gift card'),
        ),
      )
    } finally {
      setBusy(false)
    }
  }
  return { shown, busy, errors, password, setPassword, show }
}
