import { WHOLE_FORM } from '#app/form/form-errors.ts'
import type { PublicProfile } from '#contract/people/profile.ts'
import { FormSkeleton } from '#features/people/profile/form-skeleton.tsx'
import { ProfileFields } from '#features/people/profile/profile-form.tsx'
import { useProfile } from '#features/people/profile/profile.ts'
import { useProfileForm } from '#features/people/profile/use-profile-form.ts'
import { useMode } from '#features/people/settings/use-mode.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import css from './onboarding-dialog.module.css'
import { StepFrame } from './step-frame.tsx'
import type { Wizard } from './use-wizard.ts'

type ProfileStepProps = { wizard: Wizard }

/** Shows the form of the public profile. Finish saves it and continues. */
export function ProfileStep({ wizard }: ProfileStepProps) {
  const { value, set } = useProfile()
  if (!value)
    return (
      <StepFrame wizard={wizard} action="Finish" disabled>
        <FormSkeleton />
      </StepFrame>
    )
  return <Form wizard={wizard} profile={value} keep={set} />
}

type FormProps = ProfileStepProps & {
  profile: PublicProfile
  keep: (profile: PublicProfile) => void
}

function Form({ wizard, profile, keep }: FormProps) {
  const form = useProfileForm(profile, (saved) => {
    keep(saved)
    wizard.next()
  })
  const { first_name, last_name, contact_email } = form.values
  // Spaces alone count as empty.
  const isFilled = [first_name, last_name, contact_email].every((text) => text.trim() !== '')
  const isShopper = useIsShopper()
  if (!form.ready) return <FormSkeleton />
  return (
    <form {...form.props} className={css.form}>
      <div className={`${css.body} stack`}>
        <p className={css.lead}>{wizard.text('text')}</p>
        <ProfileFields form={form} />
      </div>
      <div className={`${css.foot} stack`}>
        <FieldError text={form.errors[WHOLE_FORM] ?? wizard.problem} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          disabled={!isFilled}
          busy={form.busy || wizard.busy}
        >
          Finish
        </Button>
        {isShopper && (
          <Button variant="quiet" block onClick={() => wizard.next()}>
            Skip
          </Button>
        )}
      </div>
    </form>
  )
}

/**
 * Returns whether the user is a shopper. Shoppers need no public page, so they can skip this step.
 */
const useIsShopper = () => useMode().value === false
