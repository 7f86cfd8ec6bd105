import { getReceiptDetails, putReceiptDetails } from '#api/money/statements.ts'
import { validateWith, WHOLE_FORM, type FormResult } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { ReceiptDetailsEdit, type ReceiptDetails } from '#contract/money/statements.ts'
import { quiet } from '#http/client.ts'
import { statementPath } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextArea, TextField } from '#ui/fields/field.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { ActionBar } from '#ui/action-bar.tsx'
import { NOT_SENT } from '../texts.ts'
import { MissingDocument } from './not-here.tsx'
import css from './statements.module.css'

/** Shows the details printed on receipts and statements. All are optional. */
export function DetailsScreen() {
  const details = useAnswer('receipt details', getReceiptDetails)
  return (
    <Screen title="On your receipts" freshness={details} back={statementPath('all')} narrow tall>
      {details.value ? (
        <DetailsForm details={details.value} onSaved={details.set} />
      ) : (
        <MissingDocument what="form" answer={details} />
      )}
    </Screen>
  )
}

type DetailsFormProps = { details: ReceiptDetails; onSaved: (next: ReceiptDetails) => void }

const read: (values: ReceiptDetails) => FormResult<ReceiptDetailsEdit> =
  validateWith(ReceiptDetailsEdit)

function DetailsForm({ details, onSaved }: DetailsFormProps) {
  const form = useForm({
    draft: 'receipt-details',
    // The tax id is not saved on this device.
    secret: ['tax_id'],
    initial: details,
    read,
    save: (sent) => putReceiptDetails(sent, quiet),
    onSaved(next) {
      onSaved(next)
      toast('Saved')
    },
    action: 'save this',
    offline: NOT_SENT,
  })
  if (!form.ready) return null
  return (
    <form {...form.props} className={`${css.form} stack`}>
      <p className={css.lead}>
        Optional. Printed on your receipts and statements, and visible only to you.
      </p>
      <TextField
        {...form.field('legal_name')}
        label="Legal name"
        autoComplete="name"
        maxCharacters={200}
      />
      <TextArea
        {...form.field('address')}
        label="Address"
        autoComplete="street-address"
        maxCharacters={500}
      />
      <TextField
        {...form.field('tax_id')}
        label="Tax number"
        help="Kept encrypted"
        autoComplete="off"
        spellCheck={false}
        maxCharacters={50}
      />
      <ActionBar>
        <FieldError text={form.errors[WHOLE_FORM]} />
        <Button type="submit" size="lg" variant="primary" busy={form.busy}>
          Save
        </Button>
      </ActionBar>
    </form>
  )
}
