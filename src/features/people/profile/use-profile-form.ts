import { quiet } from '#http/client.ts'
import { saveProfile } from '#api/people/profile.ts'
import { validateWith } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { ProfileEdit, type PublicProfile } from '#contract/people/profile.ts'

export const NEEDS_CONNECTION =
  'Saving your profile needs a connection. What you entered is kept on this device.'

/** Validates the form without `avatar_url`, which is not sent. */
const readProfile = validateWith(ProfileEdit)

/** Holds the profile form. Only changed fields are kept as a draft, until they are saved. */
export const useProfileForm = (profile: PublicProfile, onSaved: (profile: PublicProfile) => void) =>
  useForm({
    draft: 'profile',
    initial: profile,
    read: readProfile,
    save: (edit) => saveProfile(edit, quiet),
    onSaved,
    action: 'save your profile',
    offline: NEEDS_CONNECTION,
  })
