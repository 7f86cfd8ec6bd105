import { useBlocker } from '@tanstack/react-router'
import { useRef, type FormEvent } from 'react'
import type { PublicProfile } from '#contract/profile.ts'
import { FieldError } from '#features/links/field-error.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { TextField } from '#ui/field.tsx'
import { toast } from '#ui/toast.tsx'
import { useFloating } from '#ui/use-floating.ts'
import { AvatarField } from './avatar-field.tsx'
import css from './profile-screen.module.css'
import { useProfileForm, type Errors } from './use-profile-form.ts'

type ProfileFormProps = {
  profile: PublicProfile
  saved: (profile: PublicProfile) => void
  /** What stands in the fields could not be brought up to date. */
  stale: boolean
}

const TEXTS = [
  { name: 'first_name', label: 'First name', autoComplete: 'given-name', maxLength: 100 },
  { name: 'last_name', label: 'Last name', autoComplete: 'family-name', maxLength: 100 },
  {
    name: 'contact_email',
    label: 'Contact email',
    autoComplete: 'email',
    inputMode: 'email',
    maxLength: 254,
    help: 'For everyone to see. The address you sign in with stays private.',
  },
] as const

export function ProfileForm({ profile, saved, stale }: ProfileFormProps) {
  const box = useRef<HTMLFormElement>(null)
  const bar = useFloating()
  const form = useProfileForm(profile, saved)
  const { values, errors, change } = form
  useQuestion(form.dirty, form.discard)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (form.busy) return
    const refused = await form.save()
    if (refused) focusFirst(box.current, refused)
    else toast('Profile saved')
  }

  if (!form.ready) return null
  return (
    <form ref={box} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <AvatarField values={values} change={change} error={errors.image_upload_id} />
      {TEXTS.map(({ name, ...field }) => (
        <TextField
          key={name}
          name={name}
          {...field}
          value={values[name]}
          onChange={({ target }) => change({ [name]: target.value })}
          error={errors[name]}
        />
      ))}
      <div ref={bar} className={css.bar}>
        <FieldError text={errors.non_field_errors} />
        <div className={css.line}>
          <p className={css.state} role="status">
            {form.dirty ? 'Unsaved changes' : stale ? 'May be out of date' : ''}
          </p>
          <Button type="submit" variant="primary" className={css.save} busy={form.busy}>
            Save
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Asks before something typed is lost, by a link, Back, or closing the tab (R-193, D-84). */
function useQuestion(dirty: boolean, discard: () => void) {
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      const sure = await confirm('You have unsaved changes. Are you sure you want to leave?', {
        ok: 'OK',
        cancel: 'Cancel',
      })
      if (sure) discard()
      return !sure
    },
  })
}

function focusFirst(form: HTMLFormElement | null, errors: Errors) {
  const fields = [...(form?.querySelectorAll('input') ?? [])]
  fields.find(({ name }) => name in errors)?.focus()
}
