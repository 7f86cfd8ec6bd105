import { createRoot } from 'react-dom/client'
import { proveByCode } from '#api/people/factors.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import { quiet } from '#http/client.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { CodeField, MISSING_CODE } from './code-field.tsx'
import css from './factors.module.css'
import { useStep } from './use-step.ts'

/**
 * Asks for a code above everything else, and returns whether the user confirmed. The dialog has its
 * own React root, so that it costs nothing until it is needed.
 */
export function askForProof(): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    function close(isProven: boolean) {
      root.unmount()
      place.remove()
      resolve(isProven)
    }
    root.render(<ProofDialog close={close} />)
  })
}

function ProofDialog({ close }: { close: (isProven: boolean) => void }) {
  const form = useStep('code', {
    missing: MISSING_CODE,
    save: (code) => proveByCode(code, quiet),
    onSaved: () => close(true),
    action: 'confirm',
    onClose: () => close(false),
  })
  return (
    <FormModal title="Confirm it’s you" form={form} submit="Confirm" className={css.step}>
      <CodeField
        {...form.field('code')}
        help="From your authenticator app, or one of your recovery codes"
      />
      <FieldError text={form.errors[WHOLE_FORM]} />
    </FormModal>
  )
}
