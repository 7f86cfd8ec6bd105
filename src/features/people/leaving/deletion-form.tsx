import { money } from '#app/formats.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { DELETION_WORD, type DeletionPreview } from '#contract/people/leaving.ts'
import { ActionBar } from '#ui/action-bar.tsx'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextField } from '#ui/fields/field.tsx'
import css from './deletion.module.css'
import { OwnPasswordField } from '#features/people/factors/own-password-field.tsx'
import { useDeletionForm } from './use-deletion-form.ts'

/**
 * Shows the form that deletes the account. It needs the password, a typed word and a confirmation,
 * to prevent accidents.
 */
export function DeletionForm({ preview }: { preview: DeletionPreview }) {
  const form = useDeletionForm(preview)
  const { values, change, errors } = form
  const { available, paypal_email } = preview
  const isReady = values.password !== '' && values.word.trim() === DELETION_WORD
  return (
    <form {...form.props} className={css.form}>
      {available > 0 && paypal_email !== null && (
        <div>
          <Checkbox
            label={`Send ${money(available)} to ${paypal_email} by PayPal`}
            checked={values.redeem}
            onChange={({ target }) => change({ redeem: target.checked })}
          />
          <FieldError text={errors.redeem} />
        </div>
      )}
      <OwnPasswordField {...form.field('password')} label="Password" />
      <TextField
        {...form.field('word')}
        label={`Type ${DELETION_WORD} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={20}
      />
      <ActionBar className={css.bar}>
        <FieldError text={errors[WHOLE_FORM]} />
        <ButtonLink size="lg" href={paths.accountInfo}>
          Keep account
        </ButtonLink>
        <Button type="submit" size="lg" variant={isReady ? 'danger' : 'secondary'} busy={form.busy}>
          Delete account
        </Button>
      </ActionBar>
    </form>
  )
}
