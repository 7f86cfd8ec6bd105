import { WHOLE_FORM } from '#app/form/form-errors.ts'
import type { PublicProfile } from '#contract/people/profile.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { useFloating } from '#ui/menu/use-floating.ts'
import { AvatarField } from './avatar-field.tsx'
import { FormSkeleton } from './form-skeleton.tsx'
import css from './profile-screen.module.css'
import { useProfileForm } from './use-profile-form.ts'

type ProfileFormProps = {
  profile: PublicProfile
  onSaved: (profile: PublicProfile) => void
  /** Whether the fields could not be updated from the server. */
  stale: boolean
}

const TEXTS = [
  { name: 'first_name', label: 'First name', autoComplete: 'given-name', maxCharacters: 100 },
  { name: 'last_name', label: 'Last name', autoComplete: 'family-name', maxCharacters: 100 },
  {
    name: 'contact_email',
    label: 'Contact email',
    autoComplete: 'email',
    inputMode: 'email',
    maxLength: 254,
    help: 'For everyone to see. The address you sign in with stays private.',
  },
] as const

export function ProfileForm({ profile, onSaved, stale }: ProfileFormProps) {
  const bar = useFloating()
  const form = useProfileForm(profile, (saved) => {
    onSaved(saved)
    toast('Profile saved')
  })
  const { errors } = form

  if (!form.ready) return <FormSkeleton />
  return (
    <form {...form.props} className={`${css.form} stack`}>
      <ProfileFields form={form} />
      <div ref={bar} className={`${css.bar} stack`}>
        <FieldError text={errors[WHOLE_FORM]} />
        <div className={css.line}>
          <p className={`${css.state} hint`} role="status">
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

/** Shows the fields used both on the profile screen and in the onboarding. */
export const ProfileFields = ({ form }: { form: ReturnType<typeof useProfileForm> }) => (
  <>
    <AvatarField values={form.values} change={form.change} error={form.errors['image_upload_id']} />
    {TEXTS.map(({ name, ...look }) => (
      <TextField key={name} {...look} {...form.field(name)} />
    ))}
  </>
)
