import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import * as v from 'valibot'
import { addReferralLink } from '#api/money/referrals.ts'
import { validateWith, WHOLE_FORM } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { useForm } from '#app/form/use-form.ts'
import { ReferralCode, type ReferralLink } from '#contract/money/referrals.ts'
import { quiet } from '#http/client.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { toast } from '#ui/notices/toast.tsx'
import css from './refer-screen.module.css'
import { useCodeState } from './use-code-state.ts'

type CodeDialogProps = {
  link: ReferralLink
  changed: (link: ReferralLink) => void
  onClose: () => void
}

const readCode = validateWith(v.object({ code: ReferralCode }))

/**
 * Shows the dialog for a custom referral code. From then on, the link with it is the one to share.
 */
export function CodeDialog({ link, changed, onClose }: CodeDialogProps) {
  const attempt = useAttemptKeys()
  const form = useForm({
    draft: 'referral-code',
    initial: { code: '' },
    read: readCode,
    save: (sent) =>
      attempt(sent, (key) =>
        addReferralLink({ ...sent, is_creator: link.is_creator }, { ...quiet, key }),
      ),
    onSaved(made) {
      toast('Your link has a new code.')
      changed(made)
      onClose()
    },
    action: 'change your code',
    offline: 'A new code needs a connection.',
    onClose,
  })
  const { free, problem } = useCodeState(form.values.code.trim(), link.code)
  if (!form.ready) return null
  const base = link.url.replace(/^https?:\/\//, '').slice(0, -link.code.length)
  const field = form.field('code')
  const error = field.error ?? problem
  return (
    <FormModal title="Your own code" form={form} submit="Use this code" className={css.form}>
      <TextField
        {...field}
        label="Code"
        prefix={base}
        error={error}
        help={free ? `${base}${free} is free` : 'Letters, digits and hyphens, 3 to 30.'}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={30}
        trailing={
          free && <CheckCircleIcon className={css.free} size={20} weight="fill" aria-hidden />
        }
      />
      <p className="vh" role="status">
        {free ? `${base}${free} is free` : (problem ?? '')}
      </p>
      <p className={css.note}>Links you shared before keep working.</p>
      <FieldError text={form.errors[WHOLE_FORM]} />
    </FormModal>
  )
}
