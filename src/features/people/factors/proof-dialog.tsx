import { FingerprintSimpleIcon } from '@phosphor-icons/react/FingerprintSimple'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { getFactors, proveByCode } from '#api/people/factors.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { CodeField, MISSING_CODE } from './code-field.tsx'
import css from './factors.module.css'
import { canUsePasskeys, confirmByPasskey } from './passkeys.ts'
import { useStep } from './use-step.ts'

const TITLE = 'Confirm it’s you'

/**
 * Asks for a passkey or a code above everything else, and returns whether the user confirmed. The
 * dialog has its own React root, so that it costs nothing until it is needed.
 */
export async function askForProof(): Promise<boolean> {
  const offersPasskey = canUsePasskeys() && (await hasPasskey())
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    function close(isProven: boolean) {
      root.unmount()
      place.remove()
      resolve(isProven)
    }
    root.render(<ProofDialog offersPasskey={offersPasskey} close={close} />)
  })
}

/** Returns whether the user has a passkey. If the answer fails, the dialog asks for a code. */
const hasPasskey = () =>
  getFactors(quiet).then(
    ({ passkeys }) => passkeys.length > 0,
    () => false,
  )

type ProofProps = { close: (isProven: boolean) => void }

function ProofDialog({ offersPasskey, close }: ProofProps & { offersPasskey: boolean }) {
  const [byPasskey, setByPasskey] = useState(offersPasskey)
  return byPasskey ? (
    <PasskeyProof close={close} useCode={() => setByPasskey(false)} />
  ) : (
    <CodeProof close={close} />
  )
}

function PasskeyProof({ close, useCode }: ProofProps & { useCode: () => void }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function confirm() {
    setBusy(true)
    try {
      await confirmByPasskey()
      close(true)
    } catch (error) {
      setProblem(explainFailure(error, 'use your passkey') ?? undefined)
      setBusy(false)
    }
  }

  return (
    <Modal
      title={TITLE}
      onClose={() => close(false)}
      footer={
        <>
          <Button variant="quiet" onClick={useCode}>
            Use a code
          </Button>
          <Button
            variant="primary"
            icon={FingerprintSimpleIcon}
            busy={busy}
            onClick={() => void confirm()}
          >
            Use your passkey
          </Button>
        </>
      }
    >
      <p className={css.text}>This needs your passkey, or a code.</p>
      <FieldError text={problem} />
    </Modal>
  )
}

function CodeProof({ close }: ProofProps) {
  const form = useStep('code', {
    missing: MISSING_CODE,
    save: (code) => proveByCode(code, quiet),
    onSaved: () => close(true),
    action: 'confirm',
    onClose: () => close(false),
  })
  return (
    <FormModal title={TITLE} form={form} submit="Confirm" className={css.step}>
      <CodeField
        {...form.field('code')}
        help="From your authenticator app, or one of your recovery codes"
      />
      <FieldError text={form.errors[WHOLE_FORM]} />
    </FormModal>
  )
}
