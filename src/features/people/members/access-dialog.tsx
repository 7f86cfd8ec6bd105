import { changeMember, inviteMember } from '#api/people/members.ts'
import { validateWith, WHOLE_FORM, type FormResult } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import { useForm } from '#app/form/use-form.ts'
import {
  ACCESS,
  ACCESS_NAMES,
  NewMember,
  type Access,
  type Member,
} from '#contract/people/members.ts'
import { formErrorsFor, NOT_SENT } from '#features/people/account/account-info.ts'
import { OwnPasswordField } from '#features/people/factors/own-password-field.tsx'
import { withProof } from '#features/people/factors/with-proof.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { toast } from '#ui/notices/toast.tsx'
import css from './members.module.css'

type Values = { email: string; access: Access[]; password: string }

type AccessDialogProps = {
  /** Member whose access is changed; undefined for an invitation. */
  member?: Member | undefined
  onRemove?: () => void
  onSaved: () => void
  onClose: () => void
}

/** Asks what a person may do, for an invitation also for their address. */
export function AccessDialog({ member, onRemove, onSaved, onClose }: AccessDialogProps) {
  const action = member ? 'change this access' : 'send the invitation'
  const form = useForm({
    draft: member ? `access ${member.id}` : 'member-invitation',
    secret: ['password'],
    initial: { email: member?.email ?? '', access: member?.access ?? ['edit'], password: '' },
    read,
    save: (sent: NewMember) =>
      withProof<unknown>(() =>
        member
          ? changeMember(member.id, { access: sent.access, password: sent.password }, quiet)
          : inviteMember(sent, quiet),
      ),
    onSaved() {
      toast(member ? 'Access changed.' : 'Invitation sent.')
      onSaved()
      onClose()
    },
    action,
    refusal: formErrorsFor(action, ['email', 'access', 'password']),
    offline: NOT_SENT,
    onClose,
  })
  const { values, errors } = form

  function toggle(one: Access, isOn: boolean) {
    const others = values.access.filter((other) => other !== one)
    form.change({ access: isOn ? [...others, one] : others })
  }

  if (!form.ready) return null
  return (
    <FormModal
      title={member ? member.name || member.email : 'Invite a person'}
      form={form}
      submit={member ? 'Save access' : 'Send invitation'}
      className={css.form}
    >
      {!member && (
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="off" />
      )}
      <fieldset className="stack">
        <legend className={css.legend}>They can</legend>
        {ACCESS.map((one) => (
          <Switch
            key={one}
            label={ACCESS_NAMES[one]}
            checked={values.access.includes(one)}
            onChange={(isOn) => toggle(one, isOn)}
          />
        ))}
        <FieldError text={errors['access']} />
      </fieldset>
      <p className="hint">They can never redeem money, or change sign-in and payout settings.</p>
      <OwnPasswordField {...form.field('password')} label="Your password" />
      <FieldError text={errors[WHOLE_FORM]} />
      {onRemove && (
        <Button variant="quiet" className={css.remove} onClick={onRemove}>
          Remove access
        </Button>
      )}
    </FormModal>
  )
}

function read(values: Values): FormResult<NewMember> {
  const checked = validateWith<NewMember>(NewMember)(values)
  if (!checked.errors && values.password === '')
    return { errors: { password: 'Enter your password.' } }
  return checked
}
