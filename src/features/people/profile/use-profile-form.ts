import { quiet } from '#http/client.ts'
import { saveProfile } from '#api/profile.ts'
import { bySchema } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { ProfileEdit, type PublicProfile } from '#contract/profile.ts'

export const NEEDS_CONNECTION =
  'Saving your profile needs a connection. What you entered is kept on this device.'

/** How the picture looks is not sent. */
const readProfile = bySchema(ProfileEdit)

/** The form over what the server has: only what was touched is a draft, and kept until it is saved. */
export const useProfileForm = (profile: PublicProfile, saved: (profile: PublicProfile) => void) =>
  useForm({
    draft: 'profile',
    initial: profile,
    read: readProfile,
    save: (edit) => saveProfile(edit, quiet),
    saved,
    action: 'save your profile',
    offline: NEEDS_CONNECTION,
  })
