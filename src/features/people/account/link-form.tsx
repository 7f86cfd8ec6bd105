import { confirmEmail } from '#api/people/account-info.ts'
import { WHOLE_FORM, type FormResult } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { toast } from '#ui/notices/toast.tsx'
import css from './account-info.module.css'
import { NOT_SENT, formErrorsFor, type EmailProps } from './account-info.ts'

/** Shows a field for a confirmation link that did not come by mail. */
export function LinkForm({ set }: Pick<EmailProps, 'set'>) {
  const form = useForm({
    draft: 'email-link',
    secret: ['key'],
    initial: { key: '' },
    read,
    save: (key) => confirmEmail(key, quiet),
    onSaved(state) {
      set(state)
      toast('Email confirmed.')
    },
    action: 'confirm your email',
    refusal: formErrorsFor('confirm your email', ['key']),
    offline: NOT_SENT,
  })
  if (!form.ready) return null
  return (
    <form {...form.props} className={css.dialog}>
      <TextField
        {...form.field('key')}
        label="Confirmation link"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <FieldError text={form.errors[WHOLE_FORM]} />
      <Button type="submit" variant="primary" busy={form.busy}>
        Confirm
      </Button>
    </form>
  )
}

/** Takes the key from the end of the link. The key alone is accepted too. */
function read({ key: typed }: { key: string }): FormResult<string> {
  const [bare = ''] = typed.trim().split(/[?#]/)
  const key = bare.replace(/\/$/, '').split('/').at(-1) ?? ''
  return key === '' ? { errors: { key: 'Paste the link here.' } } : { sent: key.slice(0, 200) }
}
