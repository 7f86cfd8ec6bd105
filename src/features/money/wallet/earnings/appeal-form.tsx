import { appealEarning } from '#api/money/wallet.ts'
import { validateWith, WHOLE_FORM, type FormResult } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { Appeal } from '#contract/money/earnings.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextArea } from '#ui/fields/field.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { attempt } from '../attempts.ts'
import { NOT_SENT } from '../texts.ts'
import css from './earning-sheet.module.css'

const read: (values: { text: string }) => FormResult<Appeal> = validateWith(Appeal)

/** Shows the form that asks the operator to review a held earning. */
export function AppealForm({ id, onAppealed }: { id: number; onAppealed: () => void }) {
  const form = useForm({
    draft: `appeal-${id}`,
    initial: { text: '' },
    read,
    save: (sent) =>
      attempt(`appeal ${id}`, sent, (key) => appealEarning(id, sent, { ...quiet, key })),
    onSaved() {
      toast('Sent. A person will look at it.')
      onAppealed()
    },
    action: 'ask us to look',
    offline: NOT_SENT,
    within: 'dialog',
  })
  if (!form.ready) return null
  return (
    <form {...form.props} className={`${css.appeal} stack`}>
      <TextArea
        {...form.field('text')}
        label="Is this wrong?"
        help="Tell us what we should know. A person reads it."
        maxCharacters={2000}
      />
      <FieldError text={form.errors[WHOLE_FORM]} />
      <Button type="submit" busy={form.busy}>
        Ask for a review
      </Button>
    </form>
  )
}
