import { reportMissingSale } from '#api/money/missing-sales.ts'
import { validateWith, WHOLE_FORM, type FormResult } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { MissingSaleReport } from '#contract/money/missing-sales.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextArea, TextField } from '#ui/fields/field.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { attempt } from '../attempts.ts'
import { NOT_SENT } from '../texts.ts'
import css from './missing.module.css'

type Values = { shop: string; order_number: string; day: string; note: string }

const INITIAL_VALUES: Values = { shop: '', order_number: '', day: '', note: '' }
const read: (values: Values) => FormResult<MissingSaleReport> = validateWith(MissingSaleReport)

export function MissingForm({ onReported }: { onReported: () => void }) {
  const form = useForm({
    draft: 'missing-sale',
    initial: INITIAL_VALUES,
    read,
    save: (sent) =>
      attempt('missing sale', sent, (key) => reportMissingSale(sent, { ...quiet, key })),
    onSaved() {
      toast('Thank you. A person will look into it.')
      onReported()
    },
    action: 'send this',
    offline: NOT_SENT,
    within: 'dialog',
  })
  if (!form.ready) return null
  return (
    <form {...form.props} className={`${css.form} stack`}>
      <TextField {...form.field('shop')} label="Shop" autoComplete="off" maxCharacters={200} />
      <TextField
        {...form.field('order_number')}
        label="Order number"
        help="It is in the buyer’s email from the shop"
        autoComplete="off"
        spellCheck={false}
        maxCharacters={200}
      />
      <TextField {...form.field('day')} label="Day of the order" type="date" />
      <TextArea
        {...form.field('note')}
        label="Anything else that helps"
        hint="Optional"
        help="For example, which of your links was used"
        maxCharacters={1000}
      />
      <FieldError text={form.errors[WHOLE_FORM]} />
      <Button type="submit" variant="primary" busy={form.busy}>
        Ask for a review
      </Button>
    </form>
  )
}
